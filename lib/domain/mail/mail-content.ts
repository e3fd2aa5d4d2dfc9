import type { Locale } from "../locale.ts";

export const choicesPath = "/admin/account";

export type MailSite = { name: string; url: string; contactEmail: string; timeZone: string };

/** A part of a mail. All texts are plain text; the renderer escapes them. */
export type MailBlock =
  | { type: "heading"; text: string }
  /** A paragraph, which keeps its line breaks. */
  | { type: "paragraph"; text: string }
  | { type: "facts"; facts: { label: string; value: string }[] }
  /** Text written by a person, in that person's language. Keeps its line breaks. */
  | { type: "quote"; text: string; language: Locale }
  | { type: "list"; items: { label: string; url: string; details: string[] }[] }
  | { type: "action"; label: string; url: string; isPrimary: boolean }
  | { type: "note"; text: string };

export type MailContent = {
  language: Locale;
  company: string;
  subject: string;
  preview: string;
  previewLanguage?: Locale;
  blocks: MailBlock[];
  /** Lines below the mail. Must not contain text from strangers, because addresses in it become links. */
  footer: string[];
};

export function toMailText({ company, blocks, footer }: MailContent): string {
  return `${[company, ...blocks.map(toBlockText), ["-- ", ...footer].join("\n")].join("\n\n")}\n`;
}

function toBlockText(block: MailBlock): string {
  switch (block.type) {
    case "heading":
      return `${block.text}\n${"-".repeat(Math.min([...block.text].length, 60))}`;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}${label.endsWith("?") ? "" : ":"} ${value}`).join("\n");
    case "quote":
      return block.text.replace(/^/gm, "> ");
    case "list":
      return block.items
        .map(({ label, url, details }) => [label, ...details, toSafeUrl(url) ?? url].join("\n"))
        .join("\n\n");
    case "action":
      return `${block.label}:\n${toSafeUrl(block.url) ?? block.url}`;
    default:
      return block.text;
  }
}

const schemes = ["https:", "http:", "mailto:", "tel:"];

export function toSafeUrl(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && schemes.includes(parsed.protocol) ? parsed.href : null;
}
