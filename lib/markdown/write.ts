import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown } from "mdast-util-to-markdown";
import { type Block, readMarkdown } from "./read.ts";

/** Markdown by others as Markdown that says the same and no more: without HTML, images, headings and definitions. */
export function rewriteMarkdown(text: string): string {
  return writeMarkdown(readMarkdown(text));
}

export function writeMarkdown(blocks: Block[]): string {
  const options = { extensions: [gfmTableToMarkdown()], bullet: "-" as const };
  return toMarkdown({ type: "root", children: blocks }, options).trim();
}
