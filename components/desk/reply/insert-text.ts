/** Replaces a part of a text as if it had been typed there: the form follows, and the caret stands behind it. */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  field.focus();
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
