import { toBodyText } from "../domain/mail/plain-text.ts";

/** What others wrote: every line begins with a mark that no text can leave. */
export function quote(text: string): string {
  return toBodyText(text).replace(/^/gm, "> ");
}

export function toList(items: string[]): string {
  return items.map((item) => `- ${item.replace(/\s+/g, " ")}`).join("\n");
}
