import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown } from "mdast-util-to-markdown";
import { type Block, cleanText, readMarkdown } from "./read.ts";

/** Rewrites Markdown written by others so that it contains no HTML, images, headings and definitions. */
export function rewriteMarkdown(text: string): string {
  return writeMarkdown(readMarkdown(text));
}

export function writeMarkdown(blocks: Block[]): string {
  const options = { extensions: [gfmTableToMarkdown()], bullet: "-" as const };
  return toMarkdown({ type: "root", children: blocks }, options).trim();
}

export function writeText(text: string): string {
  return writeMarkdown([{ type: "paragraph", children: [{ type: "text", value: toOneLine(text) }] }]);
}

export function writeCode(text: string): string {
  return writeMarkdown([{ type: "paragraph", children: [{ type: "inlineCode", value: toOneLine(text) }] }]);
}

export function writeAddress(url: string): string {
  const children = [{ type: "text" as const, value: toOneLine(url) }];
  return writeMarkdown([{ type: "paragraph", children: [{ type: "link", url: toOneLine(url), children }] }]);
}

const toOneLine = (text: string) => text.replace(/[\s\u0085]+/g, " ").trim();

/** Quotes text written by others: each line starts with a mark that the text cannot remove. */
export function quoteText(text: string): string {
  return cleanText(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .replace(/^/gm, "> ");
}

export function toList(items: string[]): string {
  return items.map((item) => `- ${item.replace(/\s+/g, " ")}`).join("\n");
}
