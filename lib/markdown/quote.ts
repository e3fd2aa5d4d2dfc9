/** Quotes text written by others: each line gets a mark that the text cannot remove. */
export function quote(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .replace(/^/gm, "> ");
}

export function toList(items: string[]): string {
  return items.map((item) => `- ${item.replace(/\s+/g, " ")}`).join("\n");
}
