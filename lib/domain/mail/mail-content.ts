import type { Locale } from "../locale.ts";

/** The company that a mail speaks for. */
export type MailSite = { name: string; url: string; contactEmail: string };

/** A part of a mail. Every text is plain: the renderer escapes it. */
export type Block =
  | { type: "heading"; text: string }
  /** Its line breaks are kept. */
  | { type: "paragraph"; text: string }
  | { type: "facts"; facts: { label: string; value: string }[] }
  /** Someone's own words, in their language: their line breaks are kept. */
  | { type: "quote"; text: string; language: Locale }
  | { type: "action"; label: string; url: string; isPrimary: boolean }
  | { type: "note"; text: string };

/** The content of a mail, from which both HTML and plain text are made: they say the same. */
export type MailContent = {
  language: Locale;
  /** Stands on top. */
  company: string;
  /** One line. */
  subject: string;
  /** Shown beside the subject in an inbox. */
  preview: string;
  /** Where the preview is in another language than the mail. */
  previewLanguage?: Locale;
  blocks: Block[];
  /** Sender and reason, below a line. Addresses in it become links, so it holds nothing of a stranger's. */
  footer: string[];
};

/** A mail as plain text, for clients that show no HTML and for people who prefer it. */
export function mailText({ company, blocks, footer }: MailContent): string {
  return `${[company, ...blocks.map(blockText), ["-- ", ...footer].join("\n")].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.type) {
    case "heading":
      return `${block.text}\n${"-".repeat(Math.min([...block.text].length, 60))}`;
    case "facts":
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "quote":
      return block.text.replace(/^/gm, "> ");
    case "action":
      return `${block.label}:\n${toLink(block.url) ?? block.url}`;
    default:
      return block.text;
  }
}

const schemes = ["https:", "http:", "mailto:"];

/** The address of a link to `url`; null for a script, an app, or no address. */
export function toLink(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && schemes.includes(parsed.protocol) ? parsed.href : null;
}
