import type { Locale } from "../locale.ts";

/** A part of a letter. Every text is plain: whoever renders it escapes it. */
export type Block =
  | { type: "heading"; text: string }
  /** Its line breaks are kept. */
  | { type: "paragraph"; text: string }
  | { type: "facts"; facts: { label: string; value: string }[] }
  /** Someone's own words, in their language: their line breaks are kept. */
  | { type: "quote"; text: string; language: Locale }
  | { type: "action"; label: string; url: string; isPrimary: boolean }
  | { type: "note"; text: string };

/** What a mail says, before it is HTML or text: both say the same because both are made of this. */
export type Letter = {
  language: Locale;
  /** Whose mail it is: stands on top. */
  company: string;
  /** One line. */
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  /** Of the preview, where it is not the letter's. */
  previewLanguage?: Locale;
  blocks: Block[];
  /** Who sends it and why, below a line. What is an address in them becomes a link: nothing of a stranger's. */
  footer: string[];
};
