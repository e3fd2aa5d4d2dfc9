import "server-only";
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactNode } from "react";
import type { Letter } from "../../domain/mail/letter.ts";
import { blockElement, footElement } from "./letter-blocks.ts";
import { colorClasses, styles } from "./letter-styles.ts";

/** A letter as HTML. It loads nothing from anywhere. */
export function letterHtml(letter: Letter): Promise<string> {
  return render(letterElement(letter));
}

function letterElement({
  language,
  company,
  subject,
  preview,
  previewLanguage = language,
  blocks,
  footer,
}: Letter): ReactNode {
  const title = blocks.findIndex(({ type }) => type === "heading");
  return h(
    Html,
    { lang: language },
    h(
      Head,
      null,
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      // Otherwise some clients make links, in colours of their own, of numbers and dates.
      h("meta", { name: "format-detection", content: "telephone=no, date=no, address=no, email=no, url=no" }),
      h("title", null, subject),
      h("style", null, colorClasses),
    ),
    h(
      Body,
      { className: "page", style: styles.page },
      h("div", { style: styles.preview, lang: previewLanguage }, preview),
      h(
        "div",
        { role: "article", "aria-roledescription": "email", "aria-label": subject, lang: language },
        h(
          Container,
          { style: styles.container },
          h(
            Section,
            { className: "band", style: styles.band },
            h(Text, { className: "company", style: styles.company }, company),
          ),
          h(
            Section,
            { className: "card", style: styles.card },
            h(
              "div",
              { className: "inside", style: styles.inside },
              blocks.map((block, at) => blockElement(block, at, at === title)),
            ),
          ),
          h("div", { className: "end", style: styles.end }, footer.map(footElement)),
        ),
      ),
    ),
  );
}
