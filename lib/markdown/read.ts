import "server-only";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { decodeString } from "micromark-util-decode-string";

/** Longer texts are cut. Content nested too deep becomes plain text, and a large table loses its last rows. */
export const markdownBounds = {
  characters: 20_000,
  depth: 6,
  columns: 12,
  rows: 60,
  address: 2048,
  /** Maximum number of nested quotes and lists that one line may begin. */
  containers: 8,
  /** Maximum number of asterisks and underscores: the time to pair them grows with the square of their number. */
  marks: 400,
  /** Maximum number of lines: each heading or list item takes longer the more of them are before it. */
  lines: 2_000,
} as const;

type MarkdownLink = { url: string; children: Inline[]; type: "link" };
export type Inline =
  | { type: "text" | "inlineCode"; value: string }
  | { type: "break" }
  | { type: "strong" | "emphasis"; children: Inline[] }
  | MarkdownLink;
export type Item = { type: "listItem"; spread: boolean; children: Block[] };
export type Cell = { type: "tableCell"; children: Inline[] };
export type Block =
  | { type: "paragraph"; children: Inline[] }
  | { type: "blockquote"; children: Block[] }
  | { type: "list"; ordered: boolean; start: number; spread: boolean; children: Item[] }
  | { type: "code"; value: string }
  | { type: "thematicBreak" }
  | {
      type: "table";
      align: ("left" | "right" | "center" | null)[];
      children: { type: "tableRow"; children: Cell[] }[];
    };

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root["children"][number];
type List = Extract<Node, { type: "list" }>;
type Phrasing = Extract<Node, { type: "paragraph" }>["children"][number];
type Place = { depth: number; definitions: ReadonlyMap<string, string> };

const options = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };

/**
 * Reads CommonMark with tables that others have written. The result has no HTML: an image becomes its text, a link must
 * lead to http or https, a heading becomes a bold paragraph, so as not to mix with the page's own. Never throws, and
 * stays within `markdownBounds`.
 */
export function readMarkdown(text: string): Block[] {
  const clean = cleanText(text.slice(0, markdownBounds.characters));
  if (isPlainText(clean) || isTooLargeToParse(clean)) {
    return clean.split(/\n\s*\n/).flatMap(toParagraph);
  }
  const root = fromMarkdown(clean.replace(nestedContainers, "$1"), options);
  return toBlocks(root.children, { depth: 0, definitions: listDefinitions(root) });
}

/** Returns whether the text has no Markdown, like most descriptions. Skipping the parser is much faster for these. */
function isPlainText(text: string): boolean {
  return !/[\\`*_[\]<>#|~&\n\t]|^\s*([-+=]|\d+[.)])|^ {4}/.test(text);
}

function isTooLargeToParse(text: string): boolean {
  return text.split(/[*_]/).length > markdownBounds.marks + 1 || text.split("\n").length > markdownBounds.lines;
}

const container = String.raw`(?:[>*+-]|\d{1,9}[.)])[ \t]*`;
const nestedContainers = new RegExp(`^([ \\t]*(?:${container}){${markdownBounds.containers}})(?:${container})+`, "gm");

/** Replaces unusual line breaks with normal ones, and removes characters that reverse or hide text. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "");
}

function toText(value: string): Inline {
  return { type: "text", value };
}

/** Lists link definitions without recursion, because they can be nested deeper than the stack allows. */
function listDefinitions(root: Root): Map<string, string> {
  const found = new Map<string, string>();
  const open: (Root | Node)[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "definition" && !found.has(node.identifier)) found.set(node.identifier, node.url);
    if ("children" in node) open.push(...node.children.toReversed());
  }
  return found;
}

function toBlocks(nodes: readonly Node[], place: Place): Block[] {
  return nodes.flatMap((node): Block[] => {
    if (isTooDeep(node, place)) return toParagraph(collectText(node));
    const inside = { ...place, depth: place.depth + 1 };
    switch (node.type) {
      case "paragraph":
        return [{ type: "paragraph", children: toInlines(node.children, inside) }];
      case "heading":
        return [{ type: "paragraph", children: [{ type: "strong", children: toInlines(node.children, inside) }] }];
      case "blockquote":
        return [{ type: "blockquote", children: toBlocks(node.children, inside) }];
      case "list":
        return [toList(node, inside)];
      case "code":
        return [{ type: "code", value: cleanText(node.value) }];
      case "thematicBreak":
        return [{ type: "thematicBreak" }];
      case "table":
        return [
          {
            type: "table",
            align: (node.align ?? []).slice(0, markdownBounds.columns),
            children: node.children.slice(0, markdownBounds.rows).map((row) => ({
              type: "tableRow",
              children: row.children
                .slice(0, Math.min(markdownBounds.columns, node.children[0]?.children.length ?? 0))
                .map((cell) => ({ type: "tableCell", children: toInlines(cell.children, inside) })),
            })),
          },
        ];
      case "html":
        return toParagraph(stripTags(node.value));
      default:
        return [];
    }
  });
}

function isTooDeep(node: Node, { depth }: Place): boolean {
  return depth >= markdownBounds.depth && "children" in node;
}

function toParagraph(text: string): Block[] {
  const value = cleanText(text).trim();
  return value ? [{ type: "paragraph", children: [toText(value)] }] : [];
}

function toList({ ordered, start, spread, children }: List, place: Place): Block {
  const toItem = (item: List["children"][number]): Item => ({
    type: "listItem",
    spread: item.spread === true,
    children: toBlocks(item.children, place),
  });
  return {
    type: "list",
    ordered: ordered === true,
    start: start ?? 1,
    spread: spread === true,
    children: children.map(toItem),
  };
}

function toInlines(nodes: readonly Phrasing[], place: Place): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (isTooDeep(node, place)) return [toText(cleanText(collectText(node)))];
    const inside = { ...place, depth: place.depth + 1 };
    switch (node.type) {
      case "text":
        return [toText(cleanText(node.value))];
      case "inlineCode":
        return [{ type: "inlineCode", value: cleanText(node.value).replaceAll("\n", " ") }];
      case "break":
        return [{ type: "break" }];
      case "strong":
      case "emphasis":
        return [{ type: node.type, children: toInlines(node.children, inside) }];
      case "link":
        return toLink(node.url, toInlines(node.children, inside));
      case "linkReference":
        return toLink(place.definitions.get(node.identifier) ?? "", toInlines(node.children, inside));
      case "image":
      case "imageReference":
        return node.alt ? [toText(cleanText(node.alt))] : [];
      case "html":
        if (/^<br\s*\/?>$/i.test(node.value)) return [{ type: "break" }];
        return isBracketedWord(node.value) ? [toText(node.value)] : [];
      default:
        return [];
    }
  });
}

function toLink(address: string, children: Inline[]): Inline[] {
  const url = URL.parse(address);
  const isSafe = (url?.protocol === "https:" || url?.protocol === "http:") && !url.username && !url.password;
  if (!url || !isSafe || url.href.length > markdownBounds.address || !children.length) return children;
  return [{ type: "link", url: url.href, children }];
}

function stripTags(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(-->|$)|<(script|style)\b[\s\S]*?(<\/\2\s*>|$)/gi, "")
    .replace(/<\/(p|div|li|tr|h[1-6])\s*>|<br\s*\/?>/gi, "\n")
    .replace(/<\/?[a-z!?][^>]*(>|$)/gi, (tag) => (isBracketedWord(tag) ? tag : ""));
  // Doubles backslashes first, because a backslash is not an escape in HTML.
  return decodeString(text.replaceAll("\\", "\\\\"))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n");
}

/** Returns whether a tag is a word such as <token> or List<String>, which the parser mistakes for HTML. */
function isBracketedWord(tag: string): boolean {
  const name = /^<\/?([a-z][\w-]*)>$/i.exec(tag)?.[1];
  return name !== undefined && !elements.has(name.toLowerCase());
}

const elements = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br button canvas
  caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
  figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label
  legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option
  output p param picture plaintext pre progress q rp rt ruby s samp script search section select slot small source span
  strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var
  video wbr xmp`.split(/\s+/),
);

/** Collects text without recursion, because nodes can be nested deeper than the stack allows. */
function collectText(node: Node): string {
  const pieces: string[] = [];
  const open: Node[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if ("children" in next) open.push(...next.children.toReversed());
    else if ("value" in next && next.type !== "html") pieces.push(String(next.value));
    else if (next.type === "break") pieces.push("\n");
  }
  return pieces.join(" ").replace(/ +/g, " ");
}
