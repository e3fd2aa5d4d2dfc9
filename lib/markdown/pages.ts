import type { useTranslations } from "next-intl";
import { clientPath, contractPath, mcpPath } from "../contract/addresses.ts";
import { guideErrors, guideSections } from "../contract/guide.ts";
import { operations } from "../contract/operations.ts";
import { describeRelease, releaseChangesMax } from "../domain/catalog/changes/describe.ts";
import type { Release } from "../domain/catalog/changes/release.ts";
import { type ApiCatalogEntry, localizeEntry } from "../domain/catalog/schema.ts";
import type { Company } from "../domain/company.ts";
import type { Locale } from "../domain/locale.ts";
import { privacyNoticeVersion, privacyNoticeVersions } from "../domain/submissions/core/promises.ts";
import {
  getNoticeValues,
  keptInBrowser,
  listIdentity,
  type NoticeSection,
  noticeSections,
} from "../domain/submissions/intake/privacy-notice.ts";
import { getHandOffExamples } from "../domain/submissions/intake/samples.ts";
import { listCollectedData, listKeptInBrowser } from "../i18n/notice-texts.ts";
import { getFeedPaths, getPathname, type Href } from "../i18n/paths.ts";
import { assistantText, changesText } from "../i18n/texts.ts";
import { formatLongDate } from "../i18n/time-in-words.ts";
import { toMarkdownPath } from "../i18n/twins.ts";
import { writeRequest } from "./guide.ts";
import { quoteText, rewriteMarkdown, toList, writeAddress, writeCode, writeText } from "./write.ts";

type Translate = ReturnType<typeof useTranslations<never>>;
type Context = {
  t: Translate;
  locale: Locale;
  siteUrl: string;
  siteName: string;
  contactEmail: string;
  replyTime: string;
  company: Company;
};
type NoticeContext = {
  t: ReturnType<typeof useTranslations<"privacy">>;
  siteName: string;
  contactEmail: string;
  company: Company;
};

const tags = {
  p: (text: string) => `${text}\n\n`,
  ul: (items: string) => `${items}\n`,
  li: (text: string) => `- ${text}\n`,
  code: (text: string) => `\`${text}\``,
  codes: (names: string) => `${names}`.replaceAll(/\w+/g, "`$&`"),
  b: (text: string) => `**${text}**`,
  file: (text: string) => `<${text}>`,
};

/** Says what the header of each HTML page says. */
export function addDemonstrationNote(page: string, t: Translate): string {
  const note = t.markup("site.demonstration", { long: (text) => text });
  return page.replace("\n\n", `\n\n**${note}**\n\n`);
}

export function writeHome({ t, siteName, contactEmail, replyTime, company, ...context }: Context): string {
  const steps = (["result", "person", "review"] as const).map(
    (step) =>
      `${t(`home.next.${step}.title`)} (${t(`home.next.${step}.when`, { replyTime })}): ${t(`home.next.${step}.text`)}`,
  );
  const who = (["date", "countries"] as const).map(
    (reason) => `${t(`home.who.${reason}.title`)}: ${t(`home.who.${reason}.text`)}`,
  );
  if (company.smallest) who.push(`${company.smallest}: ${t("home.who.budget.text")}`);
  return joinBlocks([
    `# ${siteName}: ${company.headline}`,
    company.lead,
    `## ${t("home.who.title")}`,
    toList(who),
    ...writeCompanySections(t, company),
    `## ${t("home.next.title")}`,
    toList(steps),
    ...writePart(
      t("home.questions"),
      company.questions.map(({ question, answer }) => `### ${writeText(question)}\n\n${quoteText(answer)}`),
    ),
    `## ${t("site.footerStart")}`,
    toList([
      toLink(t("site.evaluation"), "/evaluation", context),
      toLink(t("site.catalogLink"), "/catalog", context),
      toLink(t("site.developers"), "/developers", context),
      toLink(t("site.contact"), "/contact", context),
      toLink(t("site.privacy"), "/privacy", context),
      ...listReach(t, contactEmail, company),
    ]),
  ]);
}

/** Lists how to reach the company, and who it is, as the footer of each HTML page does. */
function listReach(t: Translate, contactEmail: string, company: Company): string[] {
  const facts = (["phone", "whatsApp", "hours"] as const).flatMap((name) => {
    const fact = company[name];
    return fact ? [`${t(`reach.${name}`)}: ${writeText(fact)}`] : [];
  });
  const identity = writeText(listIdentity(company).join(", "));
  return [contactEmail, ...facts, ...(identity ? [identity] : [])];
}

/** Lists clients, cases, quotes and people. Escapes their texts, which may contain Markdown syntax. */
function writeCompanySections(t: Translate, { clients, cases, quotes, team }: Company): string[] {
  const toItems = (items: string[]) => (items.length ? [toList(items)] : []);
  return [
    ...writePart(t("home.clients"), toItems(clients.map(({ name }) => writeText(name)))),
    ...writePart(
      t("home.cases"),
      cases.flatMap(({ client, year, title, text, figures }) => [
        `### ${writeText(title)}`,
        writeText([client, year, text].filter(Boolean).join(" · ")),
        toList(figures.map(({ value, label }) => writeText(`${value} ${label}`))),
      ]),
    ),
    ...writePart(
      t("home.quotes"),
      quotes.flatMap(({ name, role, text }) => [quoteText(text), writeText(`${name}, ${role}`)]),
    ),
    ...writePart(t("home.team"), toItems(team.map(({ name, role }) => writeText(`${name}, ${role}`)))),
  ];
}

function writePart(title: string, blocks: string[]): string[] {
  return blocks.length ? [`## ${title}`, ...blocks] : [];
}

export function writeHandOffRule(context: Pick<Context, "t" | "siteUrl" | "locale">): string {
  return joinBlocks(writeSection("handOff", context));
}

export function writeDevelopers({ t, siteUrl, locale }: Context): string {
  const errors = guideErrors.map(({ name, status, code }) => {
    const meaning = t.markup(`developers.sections.errors.meanings.${name}`, tags);
    return code ? `${status} \`${code}\`: ${meaning}` : `${status}: ${meaning}`;
  });
  const listed = Object.values(operations).map(
    ({ method, path, summary }) => `\`${method} ${siteUrl}/api${path}\`: ${summary}`,
  );
  return joinBlocks([
    `# ${t("developers.title")}`,
    t("developers.lead"),
    toList([
      `${t("developers.api")}: ${siteUrl}/api`,
      `${t("developers.contract")}: ${siteUrl}${contractPath}`,
      `${t("developers.mcp")}: ${siteUrl}${mcpPath}`,
    ]),
    ...guideSections.flatMap((id) => [
      ...writeSection(id, { t, siteUrl, locale }),
      ...(id === "errors" ? [toList(errors)] : []),
    ]),
    `## ${t("developers.reference")}`,
    toList(listed),
    `### ${t("site.evaluation")}`,
    writeRequest("evaluation", locale, siteUrl),
    `### ${t("site.contact")}`,
    writeRequest("inquiry", locale, siteUrl),
  ]);
}

export function writeContact({ t, siteUrl, contactEmail, locale, replyTime, company }: Context): string {
  return joinBlocks([
    `# ${t("contact.title")}`,
    t("contact.intro", { replyTime }),
    toList(listReach(t, contactEmail, company)),
    writeRequest("inquiry", locale, siteUrl),
    ...writeSection("consent", { t, siteUrl, locale }),
    ...writeSection("handOff", { t, siteUrl, locale }),
  ]);
}

export function writePrivacy({ t, siteName, contactEmail, company }: NoticeContext): string {
  const marks = { ...tags, mail: () => contactEmail, time: () => privacyNoticeVersion };
  const values = { ...marks, ...getNoticeValues(siteName, company) };
  const details: Partial<Record<NoticeSection, string[]>> = {
    controller: [listIdentity(company).join(", ")],
    data: listCollectedData(t).flatMap(({ title, items }) => [
      `### ${title}`,
      toList(items.map(({ term, text }) => `${term}: ${text}`)),
    ]),
    browser: [
      toList(listKeptInBrowser(t, keptInBrowser).map(({ term, text, time }) => `\`${term}\`: ${text} ${time}.`)),
    ],
    recipients: [toList(company.subprocessors.map(({ name, purpose, country }) => `${name}: ${purpose} (${country})`))],
    changes: [toList(privacyNoticeVersions.map((version) => `${version}: ${t(`versions.changes.${version}`)}`))],
  };
  const sections = noticeSections.flatMap((id) => [
    `## ${t(`sections.${id}.title`)}`,
    t.markup(`sections.${id}.text`, values).trim(),
    ...(details[id] ?? []).filter((text) => text !== ""),
  ]);
  return joinBlocks([`# ${t("title")}`, t.markup("version", marks), t.markup("intro", values).trim(), ...sections]);
}

export function writeCatalog(entries: ApiCatalogEntry[], { t, ...context }: Context): string {
  const listed = entries.flatMap((entry) => {
    const { title, description } = localizeEntry(entry, context.locale);
    return [
      `## ${toLink(entry.slug, { pathname: "/catalog/[slug]", params: { slug: entry.slug } }, context)}`,
      quoteText(`${writeText(title)}\n\n${rewriteMarkdown(description)}`),
    ];
  });
  const body = entries.length ? [t("markdown.quoted"), ...listed] : [t("catalog.none")];
  return joinBlocks([`# ${t("catalog.title")}`, t("catalog.intro"), ...body]);
}

/** Quotes all texts except the slug, whose characters the database restricts. */
export function writeEntryMarkdown(
  entry: ApiCatalogEntry,
  locale: Locale,
  { url }: { url: string },
  state = "",
): string {
  const t = assistantText(locale);
  const { title, description, useCases, services } = localizeEntry(entry, locale);
  const getPageUrl = (pathname: "/catalog/[slug]" | "/catalog/[slug]/spec.json" | "/catalog/[slug]/changes") =>
    url + getPathname({ href: { pathname, params: { slug: entry.slug } }, locale });
  const listed = services.flatMap((service) => [
    writeText(service.title),
    rewriteMarkdown(service.description),
    toList(service.operations.map(writeCode)),
  ]);
  return [
    `# ${t("entry.title", { slug: entry.slug })}`,
    t("entry.note"),
    toList([
      `${t("entry.page")}: ${getPageUrl("/catalog/[slug]")}`,
      `${t("entry.spec")}: ${getPageUrl("/catalog/[slug]/spec.json")}`,
      `${changesText(locale)("link")}: ${getPageUrl("/catalog/[slug]/changes")}`,
      ...(state ? [state] : []),
    ]),
    ...quoteSection(t("entry.description"), [writeText(title), rewriteMarkdown(description)]),
    ...quoteSection(t("entry.useCases"), [toList(useCases.map(writeText))]),
    ...quoteSection(t("entry.endpoints"), [toList(entry.endpoints.map(writeCode))]),
    ...quoteSection(t("entry.services"), listed),
    ...quoteSection(
      t("entry.docs"),
      [entry.docsUrl, entry.swaggerUrl].map((url) => (url ? writeAddress(url) : "")),
    ),
  ].join("\n\n");
}

function quoteSection(title: string, paragraphs: string[]): string[] {
  const written = paragraphs.filter((paragraph) => paragraph.trim() !== "");
  return written.length ? [`## ${title}`, quoteText(written.join("\n\n"))] : [];
}

type ChangesContext = { locale: Locale; siteUrl: string; timeZone: string; entry?: ApiCatalogEntry; state?: string };

/** Puts the descriptions of changes in block quotes, because they contain the publisher's words. */
export function writeChanges(releases: Release[], { locale, siteUrl, timeZone, entry, state }: ChangesContext): string {
  const text = changesText(locale);
  const listed = releases.flatMap((release) => {
    const { slug, number, at } = release;
    const { summary, sentences } = describeRelease(release, locale, releaseChangesMax);
    const href: Href = { pathname: "/catalog/[slug]/changes", params: { slug } };
    const version = `${text("version", { number })}, ${formatLongDate(at, locale, timeZone)}`;
    const spec = getPathname({ href: { pathname: "/catalog/[slug]/spec.json", params: { slug } }, locale });
    return [
      `## ${entry ? version : `${toLink(slug, href, { locale, siteUrl })}: ${version}`}`,
      summary,
      quoteText(toList(sentences.map(writeText))),
      `[${text("document", { number })}](${siteUrl}${spec}?version=${number})`,
    ];
  });
  const title = entry ? text("titleOf", { title: entry.slug }) : text("catalogTitle");
  const feeds = Object.values(getFeedPaths(locale, entry?.slug)).map((path) => siteUrl + path);
  const body = listed.length ? listed : [text("none")];
  return joinBlocks([`# ${title}`, text("intro"), ...(state ? [state] : []), toList(feeds), ...body]);
}

function writeSection(
  id: (typeof guideSections)[number],
  { t, siteUrl, locale }: Pick<Context, "t" | "siteUrl" | "locale">,
): string[] {
  const values = { ...tags, ...getHandOffExamples(siteUrl, locale), client: siteUrl + clientPath };
  const text = t.markup(`developers.sections.${id}.text`, values);
  return [`## ${t(`developers.sections.${id}.title`)}`, text.trim()];
}

function toLink(text: string, href: Href, { siteUrl, locale }: Pick<Context, "siteUrl" | "locale">): string {
  return `[${text}](${siteUrl}${toMarkdownPath(getPathname({ href, locale }))})`;
}

function joinBlocks(blocks: string[]): string {
  return `${blocks.join("\n\n")}\n`;
}
