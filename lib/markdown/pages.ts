// The pages of the site as Markdown, for assistants: the words of the pages, and the addresses that programs need.
import type { useTranslations } from "next-intl";
import { contractPath, mcpPath } from "../contract/addresses.ts";
import { guideErrors, guideSections } from "../contract/guide.ts";
import { operations } from "../contract/operations.ts";
import { localizeEntry } from "../domain/catalog/localize-entry.ts";
import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import type { Locale } from "../domain/locale.ts";
import { getHandOffExamples } from "../i18n/hand-off-examples.ts";
import { getPathname, type Href } from "../i18n/paths.ts";
import { toTwinPath } from "../i18n/twins.ts";
import { quote } from "./quote.ts";
import { rewriteMarkdown, writeText } from "./write.ts";

type Context = {
  t: ReturnType<typeof useTranslations<never>>;
  locale: Locale;
  siteUrl: string;
  siteName: string;
  replyTime: string;
};

const tags = {
  p: (text: string) => `${text}\n\n`,
  ul: (items: string) => `${items}\n`,
  li: (text: string) => `- ${text}\n`,
  code: (text: string) => `\`${text}\``,
};

export function writeHome({ t, siteName, replyTime, ...context }: Context): string {
  const steps = (["result", "person", "review"] as const).map(
    (step) =>
      `${t(`home.next.${step}.title`)} (${t(`home.next.${step}.when`, { replyTime })}): ${t(`home.next.${step}.text`)}`,
  );
  const who = (["date", "countries", "budget"] as const).map(
    (reason) => `${t(`home.who.${reason}.title`)}: ${t(`home.who.${reason}.text`)}`,
  );
  return join([
    `# ${siteName}: ${t("home.headline")}`,
    t("home.lead"),
    `## ${t("home.who.title")}`,
    toLines(who),
    `## ${t("home.next.title")}`,
    toLines(steps),
    `## ${t("site.footerStart")}`,
    toLines([
      toLink(t("site.evaluation"), "/evaluation", context),
      toLink(t("site.catalogLink"), "/catalog", context),
      toLink(t("site.developers"), "/developers", context),
      `[${t("site.contact")}](${context.siteUrl}${getPathname({ href: "/contact", locale: context.locale })})`,
    ]),
  ]);
}

/** How an assistant that cannot submit prepares a form, with an example of each. */
export function writeHandOffRule(context: Pick<Context, "t" | "siteUrl" | "locale">): string {
  return join(writeSection("handOff", context));
}

export function writeDevelopers({ t, siteUrl, locale }: Context): string {
  const errors = guideErrors.map(({ name, status, code }) => {
    const meaning = t.markup(`developers.sections.errors.meanings.${name}`, tags);
    return code ? `${status} \`${code}\`: ${meaning}` : `${status}: ${meaning}`;
  });
  const listed = Object.values(operations).map(
    ({ method, path, summary }) => `\`${method} ${siteUrl}/api${path}\`: ${summary}`,
  );
  return join([
    `# ${t("developers.title")}`,
    t("developers.lead"),
    toLines([
      `${t("developers.api")}: ${siteUrl}/api`,
      `${t("developers.contract")}: ${siteUrl}${contractPath}`,
      `${t("developers.mcp")}: ${siteUrl}${mcpPath}`,
    ]),
    ...guideSections.flatMap((id) => [
      ...writeSection(id, { t, siteUrl, locale }),
      ...(id === "errors" ? [toLines(errors)] : []),
    ]),
    `## ${t("developers.reference")}`,
    toLines(listed),
  ]);
}

export function writeCatalog(entries: ApiCatalogEntry[], { t, ...context }: Context): string {
  const listed = entries.flatMap((entry) => {
    const { title, description } = localizeEntry(entry, context.locale);
    return [
      `## ${toLink(entry.slug, { pathname: "/catalog/[slug]", params: { slug: entry.slug } }, context)}`,
      quote(`${writeText(title)}\n\n${rewriteMarkdown(description)}`),
    ];
  });
  const body = entries.length ? [t("markdown.quoted"), ...listed] : [t("catalog.none")];
  return join([`# ${t("catalog.title")}`, t("catalog.intro"), ...body]);
}

function writeSection(
  id: (typeof guideSections)[number],
  { t, siteUrl, locale }: Pick<Context, "t" | "siteUrl" | "locale">,
): string[] {
  const text = t.markup(`developers.sections.${id}.text`, { ...tags, ...getHandOffExamples(siteUrl, locale) });
  return [`## ${t(`developers.sections.${id}.title`)}`, text.trim()];
}

function toLink(text: string, href: Href, { siteUrl, locale }: Pick<Context, "siteUrl" | "locale">): string {
  return `[${text}](${siteUrl}${toTwinPath(getPathname({ href, locale }))})`;
}

function toLines(items: string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

function join(blocks: string[]): string {
  return `${blocks.join("\n\n")}\n`;
}
