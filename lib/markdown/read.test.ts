import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownBounds, readMarkdown } from "./read.ts";
import { findFirstParagraph, rewriteMarkdown, toPlainText } from "./write.ts";

const text = (value: string) => ({ type: "text", value });
const paragraph = (...children: object[]) => ({ type: "paragraph", children });

test("reads paragraphs, lists, code and tables from Markdown", () => {
  expect(
    readMarkdown("# Draws\n\nOne *a* `b` **c**\n\n1. x\n2. y\n\n```\n  {}\n```\n\n| a | b |\n|--|--|\n| 1 |"),
  ).toEqual([
    paragraph({ type: "strong", children: [text("Draws")] }),
    paragraph(
      text("One "),
      { type: "emphasis", children: [text("a")] },
      text(" "),
      { type: "inlineCode", value: "b" },
      text(" "),
      { type: "strong", children: [text("c")] },
    ),
    {
      type: "list",
      ordered: true,
      start: 1,
      spread: false,
      children: ["x", "y"].map((item) => ({ type: "listItem", spread: false, children: [paragraph(text(item))] })),
    },
    { type: "code", value: "  {}" },
    {
      type: "table",
      align: [null, null],
      children: [["a", "b"], ["1"]].map((row) => ({
        type: "tableRow",
        children: row.map((cell) => ({ type: "tableCell", children: [text(cell)] })),
      })),
    },
  ]);
});

test.each([
  ["a script", "a <script>alert(1)</script> b", "a alert(1) b"],
  ["a block of script", "<script>\nalert(1)\n</script>\n\nafter", "after"],
  ["a comment", "<!-- hidden\n\nstill --> shown", "shown"],
  ["HTML tags in a block", "<p onclick=x>Stripe &amp; <code>co</code></p>", "Stripe & co"],
  ["an image", "![a picture](https://evil.example/pixel.png)", "a picture"],
  ["an image by reference", "![x][y]\n\n[y]: https://evil.example/p", "x"],
  ["a javascript: link", "[press](javascript:alert(1))", "press"],
  ["a javascript: link with entities", "[press](java&#115;cript:alert(1)) [x](&#106;avascript:a)", "press x"],
  ["a data: link", "<data:text/html,x> [a](data:text/html,x)", "data:text/html,x a"],
  ["a link with a user name", "[bank](https://bank.example@evil.example/)", "bank"],
  ["a relative link", "[a](/admin) [b](//evil.example) [c](#top)", "a b c"],
  ["text with a direction override", "a\u202eb &#x202e;c\u0000 \u2028d", "ab c\nd"],
])("reads hostile Markdown as safe plain text: %s", (_what, hostile, plain) => {
  const blocks = JSON.stringify(readMarkdown(hostile));
  expect(blocks).not.toMatch(/"url"|"(html|image)"/);
  expect(toPlainText(hostile)).toBe(plain);
});

test("keeps a word in angle brackets that is not an HTML element", () => {
  expect(toPlainText("Send Bearer <token>, get List<String> and <b>bold</b>.")).toBe(
    "Send Bearer <token>, get List<String> and bold.",
  );
  expect(toPlainText("<p>Send <api-key> in <code>X-Key</code>.</p>")).toBe("Send <api-key> in X-Key.");
  expect(toPlainText("<token onclick=a> <SecurityDefinitions />")).toBe("");
  expect(rewriteMarkdown("Bearer <token>")).toBe("Bearer \\<token>");
});

test("decodes entities in a block of HTML", () => {
  const html = "<p>Don&#39;t send informaci&oacute;n&nbsp;&lt;b&gt; &#x202e;&unknown; C:\\*.*</p>";
  expect(toPlainText(html)).toBe("Don't send información <b> &unknown; C:\\*.*");
});

test("keeps Markdown links to web pages, however they are written", () => {
  const found = JSON.stringify(
    readMarkdown("[a](https://a.example/x) [b](http://b.example) <https://c.example> [d][e]\n\n[e]: https://d.example"),
  );
  expect(found.match(/"url":"[^"]*"/g)).toEqual(
    ["https://a.example/x", "http://b.example/", "https://c.example/", "https://d.example/"].map(
      (url) => `"url":"${url}"`,
    ),
  );
});

const nesting = [
  "> ",
  "- ",
  "> - ",
  "1. ",
  "*a **b ",
  "_a*",
  "*_",
  "[",
  "![",
  "[a](",
  "`a``",
  "<a ",
  "<b>",
  "|a|b|\n|-|-|\n",
  "[a]: b\n",
  "a\n=\n",
];

test.each(nesting)("limits the nesting depth for %j repeated ten thousand times", (piece) => {
  const blocks = readMarkdown(`${piece.repeat(10_000)}x`);
  expect(JSON.stringify(blocks).split('"children"').length).toBeLessThan(20_000);
  expect(findDepth(blocks)).toBeLessThan(5 * markdownBounds.depth);
  expect(rewriteMarkdown(piece.repeat(10_000)).length).toBeLessThan(4 * markdownBounds.characters);
});

test("reads as many quotes with many spaces as one line may begin before the test runs out of time", () => {
  expect(toPlainText(`${`>${" ".repeat(20)}`.repeat(markdownBounds.containers)}word`)).toContain("word");
});

test("turns lists that are nested too deeply into text", () => {
  const deep = Array.from({ length: 100 }, (_, level) => `${"  ".repeat(level)}- item${level}`).join("\n");
  expect(findDepth(readMarkdown(deep))).toBeLessThan(5 * markdownBounds.depth);
  expect(toPlainText(deep)).toContain("item99");
});

test("keeps the first rows and columns of a huge table", () => {
  const row = `|${"a|".repeat(50)}\n`;
  const [table] = readMarkdown(`${row}|${"-|".repeat(50)}\n${row.repeat(100)}`);
  expect(table).toMatchObject({ type: "table" });
  if (table?.type !== "table") return;
  expect(table.children).toHaveLength(markdownBounds.rows);
  expect(new Set(table.children.map(({ children }) => children.length))).toEqual(new Set([markdownBounds.columns]));
});

test("reads plain text without the parser, with the same result as with the parser", () => {
  const words = fc.stringMatching(/^[a-z0-9 .,:;'"()!?=+-]{0,20}$/);
  fc.assert(
    fc.property(words, (given) => {
      // The link definition makes the function use the parser, but does not change the content.
      expect(readMarkdown(given)).toEqual(readMarkdown(`${given}\n\n[a]: https://example.com`));
    }),
  );
});

test("rewrites Markdown to the same content", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(..."ab *_`#[]()<>!|\\-1.\n&;:~".split("").concat("](https://a.example)")), {
        maxLength: 40,
      }),
      (pieces) => {
        const first = rewriteMarkdown(pieces.join(""));
        expect(JSON.stringify(readMarkdown(first))).not.toMatch(/"(html|image)"/);
        expect(toPlainText(first).replace(/\s+/g, " ")).toBe(toPlainText(pieces.join("")).replace(/\s+/g, " "));
      },
    ),
  );
});

test("finds the first paragraph that is not a heading, list or table", () => {
  expect(findFirstParagraph("# API\n\n**Intro**\n\n- a\n\nSends\n[parcels](https://a.example) *fast*.\n\nMore.")).toBe(
    "Sends parcels fast.",
  );
  expect(findFirstParagraph("# API\n\n- a")).toBe("");
});

test.each([
  ["plain words", "Sends\n*parcels*.", "Sends parcels."],
  ["an element in code", "Send `<b>` or `__init__`\nwith [keys](https://a.example).", undefined],
  ["escaped marks", "Costs 5\\*  \n4\\*", undefined],
  ["an entity", "&lt;b&gt; is bold", undefined],
  ["the start of a list", "1\\. of all", undefined],
])("returns a first paragraph that reads the same as Markdown: %s", (_what, markdown, plain) => {
  const first = findFirstParagraph(markdown);
  expect(toPlainText(first)).toBe(toPlainText(markdown).replace(/\s+/g, " "));
  expect(first).not.toContain("\n");
  if (plain !== undefined) expect(first).toBe(plain);
});

function findDepth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(findDepth));
}
