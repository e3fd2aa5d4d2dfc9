import "server-only";
import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { createElement as h, type ReactNode } from "react";
import type { Block } from "../../domain/mail/letter.ts";
import { linkOf } from "../../domain/mail/link.ts";
import { styles } from "./letter-styles.ts";

/** A part of a letter as an element; the first heading names the whole. */
export function blockElement(block: Block, key: number, isTitle: boolean): ReactNode {
  switch (block.type) {
    case "heading":
      return isTitle
        ? h(Heading, { key, as: "h1", className: "title", style: styles.title }, block.text)
        : h(Heading, { key, as: "h2", className: "heading", style: styles.heading }, block.text);
    case "paragraph":
      return h(Text, { key, className: "text", style: styles.text }, linesOf(block.text));
    case "note":
      return h(Text, { key, className: "note", style: styles.note }, linesOf(block.text));
    case "quote":
      return h(
        "blockquote",
        { key, className: "quote", style: styles.quote, lang: block.language },
        h(Text, { className: "quoted", style: styles.quoted }, linesOf(block.text)),
      );
    case "facts":
      return h(
        "table",
        { key, className: "facts", style: styles.facts, cellPadding: 0, cellSpacing: 0 },
        h("tbody", null, block.facts.map(factRow)),
      );
    case "action":
      return actionElement(block, key);
  }
}

/** A line of the footer, in which what is an address becomes a link. */
export function footElement(line: string, key: number): ReactNode {
  const parts = line.split(/(https?:\/\/\S+)/).map((part, at) => {
    const href = at % 2 === 1 ? linkOf(part) : null;
    return href === null ? part : h(Link, { key: at, href, className: "link", style: styles.link }, part);
  });
  return h(Text, { key, className: "foot", style: styles.foot }, parts);
}

function actionElement({ label, url, isPrimary }: Extract<Block, { type: "action" }>, key: number): ReactNode {
  const href = linkOf(url);
  if (href === null) return h(Text, { key, className: "text", style: styles.text }, `${label}: ${url}`);
  const rank = isPrimary ? "primary" : "secondary";
  return h(
    "div",
    { key, style: styles.actions },
    h(Button, { href, className: `button ${rank}`, style: styles[rank] }, label),
  );
}

function factRow({ label, value }: { label: string; value: string }, key: number): ReactNode {
  return h(
    "tr",
    { key },
    h("th", { scope: "row", className: "label", style: styles.label }, label),
    h("td", { className: "value", style: styles.value }, value),
  );
}

/** Not by `white-space`, which some clients ignore. */
function linesOf(text: string): ReactNode[] {
  return text.split("\n").flatMap((line, at) => (at === 0 ? [line] : [h("br", { key: at }), line]));
}
