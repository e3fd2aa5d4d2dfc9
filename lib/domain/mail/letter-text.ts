import type { Block, Letter } from "./letter.ts";
import { linkOf } from "./link.ts";

/** A letter as plain text, for clients that show no HTML and for people who prefer it. */
export function letterText({ company, blocks, footer }: Letter): string {
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
      return `${block.label}:\n${linkOf(block.url) ?? block.url}`;
    default:
      return block.text;
  }
}
