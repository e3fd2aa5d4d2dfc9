import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown } from "mdast-util-to-markdown";
import { type Block, cleanText, type Inline, readMarkdown } from "./read.ts";

/** Rewrites Markdown written by others so that it contains no HTML, images, headings and definitions. */
export function rewriteMarkdown(text: string): string {
  return writeMarkdown(readMarkdown(text));
}

function writeMarkdown(blocks: Block[]): string {
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

export function toPlainText(markdown: string): string {
  return readMarkdown(markdown).map(printBlock).filter(Boolean).join("\n\n");
}

/** Maximum number of characters to search. A first paragraph that starts later would not be an introduction. */
const introductionMax = 20_000;

/** Returns plain text if that reads the same as the Markdown, else Markdown. Empty if there is no paragraph. */
export function findFirstParagraph(markdown: string): string {
  for (const block of readMarkdown(markdown.slice(0, introductionMax))) {
    if (block.type !== "paragraph" || looksLikeHeading(block.children)) continue;
    const children = joinLines(block.children);
    const plain = printInlines(children).trim();
    if (plain) return toPlainText(plain) === plain ? plain : writeMarkdown([{ type: "paragraph", children }]);
  }
  return "";
}

function joinLines(inlines: readonly Inline[]): Inline[] {
  return inlines.map((inline) => {
    if (inline.type === "break") return { type: "text", value: " " };
    if (inline.type === "text") return { ...inline, value: inline.value.replace(/\s+/g, " ") };
    return "children" in inline ? { ...inline, children: joinLines(inline.children) } : inline;
  });
}

function looksLikeHeading(inlines: readonly Inline[]): boolean {
  return inlines.length === 1 && inlines[0]?.type === "strong";
}

function printBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return printInlines(block.children).trim();
    case "blockquote":
      return block.children.map(printBlock).filter(Boolean).join("\n\n");
    case "list":
      return block.children.map((item) => item.children.map(printBlock).filter(Boolean).join("\n")).join("\n");
    case "code":
      return block.value;
    case "table":
      return block.children
        .map((row) => row.children.map(({ children }) => printInlines(children)).join(", "))
        .join("\n");
    case "thematicBreak":
      return "";
  }
}

function printInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === "break") return "\n";
      return "value" in inline ? inline.value : printInlines(inline.children);
    })
    .join("");
}
