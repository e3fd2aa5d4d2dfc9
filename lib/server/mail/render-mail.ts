import "server-only";
import { type MailBlock, type MailContent, toMailText, toSafeUrl } from "../../domain/mail/mail-content.ts";
import { escapeText } from "../../domain/plain-text.ts";
import { buttonPadding, colorClasses, type Style, styles } from "./mail-styles.ts";

export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: renderHtml(content), text: toMailText(content) };
}

/** Trusted HTML. The `html` tag escapes every other string. */
class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Part = Markup | string | number;

function html(fixed: TemplateStringsArray, ...parts: (Part | Part[])[]): Markup {
  const sources = parts.map((part) => [part].flat().map(toSource).join(""));
  return new Markup(String.raw({ raw: fixed }, ...sources));
}

function toSource(part: Part): string {
  return part instanceof Markup ? part.source : escapeText(String(part));
}

function toStyleAttribute(style: Style): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}:${value}`)
    .join(";");
}

function renderHtml({
  language,
  company,
  subject,
  preview,
  previewLanguage = language,
  blocks,
  footer,
}: MailContent): string {
  const title = blocks.findIndex(({ type }) => type === "heading");
  const content = blocks.map((block, at) => renderBlock(block, at === title));
  const article = html`
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="${language}">
${renderTable({
  style: styles.container,
  content: [
    renderTable({ name: "band", style: styles.band, content: text("company", company) }),
    renderTable({
      name: "card",
      style: styles.card,
      content: html`<div class="inside" style="${toStyleAttribute(styles.inside)}">${content}</div>`,
    }),
    html`<div class="end" style="${toStyleAttribute(styles.end)}">${footer.map(renderFooterLine)}</div>`,
  ],
})}
</div>`;
  const hidden = html`<div style="${toStyleAttribute(styles.preview)}" lang="${previewLanguage}">${preview}</div>`;
  return html`${doctype}
<html dir="ltr" lang="${language}">
${head(subject)}
<body class="page" style="${toStyleAttribute(styles.body)}">
${renderTable({ cell: styles.page, content: [hidden, article] })}
</body>
</html>
`.source;
}

/** A document type that makes Outlook on Windows use its standards mode. */
const doctype = new Markup(
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
);

// Sets `format-detection`, because without it some clients turn numbers and dates into links in their own colours.
const head = (subject: string) => html`<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/>
<meta name="x-apple-disable-message-reformatting"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="supported-color-schemes" content="light dark"/>
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no"/>
<title>${subject}</title>
<style>${new Markup(colorClasses)}</style>
</head>`;

type Table = { name?: string; style?: Style; cell?: Style; content: Part | Part[] };

/** Renders a box as a table, because Outlook on Windows supports width and background only on tables. */
function renderTable({ name, style = {}, cell = {}, content }: Table): Markup {
  const layout = html`align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"`;
  const own = html`${name ? html`class="${name}" ` : ""}style="${toStyleAttribute(style)}"`;
  return html`<table ${layout} ${own}><tbody><tr><td style="${toStyleAttribute(cell)}">${content}</td></tr></tbody></table>
`;
}

function text(name: "company" | "text" | "note" | "quoted" | "foot", content: Part | Part[]): Markup {
  return html`<p class="${name}" style="${toStyleAttribute(styles[name])}">${content}</p>
`;
}

function renderBlock(block: MailBlock, isTitle: boolean): Markup {
  switch (block.type) {
    case "heading":
      return isTitle
        ? html`<h1 class="title" style="${toStyleAttribute(styles.title)}">${block.text}</h1>`
        : html`<h2 class="heading" style="${toStyleAttribute(styles.heading)}">${block.text}</h2>`;
    case "paragraph":
      return text("text", splitLines(block.text));
    case "note":
      return text("note", splitLines(block.text));
    case "quote": {
      const quoted = text("quoted", splitLines(block.text));
      return html`<blockquote class="quote" style="${toStyleAttribute(styles.quote)}" lang="${block.language}">${quoted}</blockquote>`;
    }
    case "facts": {
      const rows = block.facts.map(
        ({ label, value }) => html`<tr>
<th scope="row" class="label" style="${toStyleAttribute(styles.label)}">${label}</th>
<td class="value" style="${toStyleAttribute(styles.value)}">${value}</td>
</tr>`,
      );
      return html`<table class="facts" style="${toStyleAttribute(styles.facts)}" cellpadding="0" cellspacing="0"><tbody>${rows}</tbody></table>`;
    }
    case "list":
      return renderTable({ name: "facts", style: styles.facts, content: block.items.map(renderListItem) });
    case "action":
      return renderAction(block);
  }
}

function renderListItem({ label, url, details }: Extract<MailBlock, { type: "list" }>["items"][number]): Markup {
  return html`<div class="value" style="${toStyleAttribute(styles.value)}">${renderLink(label, url)}${text("note", splitLines(details.join("\n")))}</div>`;
}

function renderLink(label: string, url: string | null): Part {
  const href = url === null ? null : toSafeUrl(url);
  if (href === null) return label;
  return html`<a href="${href}" class="link" style="${toStyleAttribute(styles.link)}" target="_blank">${label}</a>`;
}

function renderFooterLine(line: string): Markup {
  const parts = line.split(/(https?:\/\/\S+)/).map((part, at) => {
    return renderLink(part, at % 2 === 1 ? part : null);
  });
  return text("foot", parts);
}

function renderAction({ label, url, isPrimary }: Extract<MailBlock, { type: "action" }>): Markup {
  const href = toSafeUrl(url);
  if (href === null) return text("text", `${label}: ${url}`);
  const rank = isPrimary ? "primary" : "secondary";
  const content = [
    renderOutlookPadding(`;mso-text-raise:${(2 * buttonPadding.top * 3) / 4}`, ""),
    html`<span style="${toStyleAttribute(styles.buttonLabel)}">${label}</span>`,
    renderOutlookPadding("", "&#8203;"),
  ];
  return html`<div style="${toStyleAttribute(styles.actions)}"><a href="${href}" class="button ${rank}" style="${toStyleAttribute(styles[rank])}" target="_blank">${content}</a></div>`;
}

/** Pads with hair spaces, because Outlook on Windows ignores CSS padding. Outlook widens a space by at most 500%. */
function renderOutlookPadding(style: string, suffix: string): Markup {
  const spaces = Math.ceil(buttonPadding.side / 2 / 5);
  const width = (buttonPadding.side / spaces / 2) * 100;
  const space = `<i style="mso-font-width:${width}%${style}" hidden>${"&#8202;".repeat(spaces)}${suffix}</i>`;
  return new Markup(`<span><!--[if mso]>${space}<![endif]--></span>`);
}

/** Separates lines with `br`, because some mail clients ignore `white-space`. */
function splitLines(lines: string): Part[] {
  return lines.split("\n").flatMap((line, at) => (at === 0 ? [line] : [html`<br/>`, line]));
}
