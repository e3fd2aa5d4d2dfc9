import { describe, expect, test } from "vitest";
import { composeNotice } from "../../domain/mail/compose-for-operators.ts";
import { composeAcknowledgement, composeReply } from "../../domain/mail/compose-for-person.ts";
import { composeDigest } from "../../domain/mail/compose-without-submission.ts";
import { acknowledgement, consent, deskUrl, makeLead, site } from "../../domain/mail/mail.fixture.ts";
import type { MailBlock, MailContent } from "../../domain/mail/mail-content.ts";
import { locales } from "../../i18n/locales.ts";
import { renderMail } from "./render-mail.ts";

const hostile = `<script>alert("1")</script>&amp;'"><img src=x onerror=1>{{x}}</title></style>`;

const mails = locales.flatMap((language): [string, MailContent][] => [
  [
    `an acknowledgement (${language})`,
    composeAcknowledgement(acknowledgement(language, "qualified", { agentName: "ChatGPT", consent })),
  ],
  [
    `a notice (${language})`,
    composeNotice({ language, submission: makeLead(language, { words: hostile }), ownerName: null, deskUrl, site }),
  ],
  [
    `a digest (${language})`,
    composeDigest({
      language,
      operatorId: "ana",
      items: [{ ...makeLead(language, { company: hostile }), status: "new", repliedAt: null, owner: null }],
      now: new Date("2026-03-06T14:00:00Z"),
      site,
    }),
  ],
  [
    `a reply (${language})`,
    composeReply({ kind: "evaluation", id: 12, language, operatorName: "Ana", text: `One\ntwo\n\n${hostile}`, site }),
  ],
]);

function toContent(...blocks: MailBlock[]): MailContent {
  return { language: "en", company: hostile, subject: hostile, preview: hostile, blocks, footer: [hostile] };
}

/** Lists all texts of a mail in order. */
function listTexts({ company, blocks, footer }: MailContent): string[] {
  const ofBlocks = blocks.flatMap((block) => {
    if (block.type === "facts") return block.facts.flatMap(({ label, value }) => [label, value]);
    if (block.type === "list") return block.items.flatMap(({ label, details }) => [label, ...details]);
    return block.type === "action" ? [block.label] : block.text.split("\n");
  });
  return [company, ...ofBlocks, ...footer].filter((text) => text !== "");
}

/** Returns the visible text of HTML, without hidden elements, comments and tags. */
function toVisibleText(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<div style="display:none[^>]*>[^<]*<\/div>/, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
}

function expectInOrder(whole: string, texts: string[]): void {
  let from = 0;
  for (const text of texts) {
    const at = whole.indexOf(text, from);
    expect(at, `${JSON.stringify(text)} after ${JSON.stringify(whole.slice(0, from).slice(-60))}`).not.toBe(-1);
    from = at + text.length;
  }
}

const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));

describe.each(mails)("the rendering of %s", (_, content) => {
  test("writes the same texts in HTML and plain text, in the same order", () => {
    const { html, text } = renderMail(content);
    // A URL in the footer becomes an element of its own in the HTML.
    const texts = listTexts(content).flatMap((one) => one.split(/(?=https?:)/));
    expectInOrder(text.replace(/^> /gm, ""), texts);
    expectInOrder(toVisibleText(html), texts);
  });

  test("adds no text to the HTML beyond the mail's own texts", () => {
    const { html } = renderMail(content);
    let rest = toVisibleText(html);
    for (const one of listTexts(content).flatMap((line) => line.split(/(?=https?:)/))) rest = rest.replace(one, "");
    expect(rest.trim()).toBe("");
  });

  test("writes the same URLs into plain text and HTML", () => {
    const { html, text } = renderMail(content);
    const urls = content.blocks.flatMap((block) => {
      if (block.type === "list") return block.items.map(({ url }) => url);
      return block.type === "action" ? [block.url] : [];
    });
    expectInOrder(text, urls);
    const ours = [...urls, ...content.footer.flatMap((line) => line.match(/https?:\S+/g) ?? [])];
    expect(linksIn(html)).toEqual(ours.map((url) => new URL(url).href));
  });

  test("loads no external resource in the mail", () => {
    const { html } = renderMail(content);
    expect(html).not.toMatch(/<(?:img|link|script|iframe|object|embed|video|audio|source|base|form|svg)\b/i);
    const tags = html.match(/<[^>]*>/g)?.join("") ?? "";
    expect(tags).not.toMatch(/\s(?:src|srcset|background|poster)=/i);
    expect(html).not.toMatch(/url\(|@import|@font-face/i);
  });

  test("marks the HTML with the mail's language and subject", () => {
    const { html } = renderMail(content);
    expect(html).toContain(`<html dir="ltr" lang="${content.language}">`);
    expect(html).toContain(`<title>${content.subject}</title>`);
    expect(html.match(/<h1/g)?.length ?? 0).toBe(content.blocks.some(({ type }) => type === "heading") ? 1 : 0);
  });
});

test("escapes hostile text wherever it occurs in a mail", () => {
  const { html, text } = renderMail(
    toContent(
      { type: "heading", text: hostile },
      { type: "paragraph", text: hostile },
      { type: "facts", facts: [{ label: hostile, value: hostile }] },
      { type: "quote", text: hostile, language: "es" },
      { type: "action", label: hostile, url: 'https://x.example/"><script>', isPrimary: true },
      { type: "note", text: hostile },
    ),
  );
  expect(html).not.toMatch(/<script|<img|onerror=1>/);
  expect(html.match(/<\/title>/g)).toHaveLength(1);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(linksIn(html)).toEqual(["https://x.example/%22%3E%3Cscript%3E"]);
  expect(toVisibleText(html).split(hostile)).toHaveLength(10);
  expect(text.split(hostile)).toHaveLength(10);
});

test.each(["javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "vbscript:x", "/admin"])(
  "renders the unsafe URL %j as text without a link",
  (url) => {
    const { html, text } = renderMail(toContent({ type: "action", label: "Open", url, isPrimary: true }));
    expect(linksIn(html)).toEqual([]);
    expect(toVisibleText(html)).toContain(`Open: ${url}`);
    expect(text).toContain(`Open:\n${url}`);
  },
);

test("quotes each line of a stranger's text in the plain text", () => {
  const { text } = renderMail(toContent({ type: "quote", text: "One\n\nReference: 99\n-- ", language: "en" }));
  expect(text).toContain("\n\n> One\n> \n> Reference: 99\n> -- \n\n");
});
