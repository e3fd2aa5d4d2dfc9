// The pages of the site as Markdown, for assistants: the words of the pages, and the addresses that programs need.
import type { useTranslations } from "next-intl";
import { contractPath, mcpPath } from "../contract/addresses.ts";
import { requestExamples } from "../contract/examples.ts";
import { guideErrors, guideSections } from "../contract/guide.ts";
import { operations } from "../contract/operations.ts";
import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import type { Locale } from "../domain/locale.ts";
import { contactFormFields, evaluationFormFields } from "../domain/submissions/form-body.ts";
import { formatHandOffLink } from "../domain/submissions/hand-off.ts";
import { getPathname, type Href } from "../i18n/paths.ts";
import { toTwinPath } from "../i18n/twins.ts";
import { quote } from "./quote.ts";

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

const { submitEvaluation, submitContact } = requestExamples;
const prepared = {
  en: { project: submitEvaluation.review.value, question: submitContact.web.value },
  es: { project: submitEvaluation.redirect.value, question: submitContact.agent.value },
};

/** The rule of hand-off links, with an example of each form that could be sent as it is. */
export function writeHandOffRule({ t, siteUrl, locale }: Pick<Context, "t" | "siteUrl" | "locale">): string {
  const [evaluation, contact] = (["/evaluation", "/contact"] as const).map(
    (href) => siteUrl + getPathname({ href, locale }),
  ) as [string, string];
  const { project, question } = prepared[locale];
  const { answersByKey, agentName: assistant, ...texts } = project;
  const pick = (values: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])));
  const examples = [
    formatHandOffLink(evaluation, { values: pick({ ...texts, ...answersByKey }, evaluationFormFields), assistant }),
    formatHandOffLink(contact, { values: pick(question, contactFormFields), assistant }),
  ];
  return join([
    `## ${t("forAssistants.title")}: ${t("forAssistants.link.title")}`,
    t.markup("forAssistants.link.text", { evaluation, contact, ...tags }),
    toLines([
      t.markup("forAssistants.link.query", tags),
      t.markup("forAssistants.link.fragment", tags),
      t("forAssistants.link.escape"),
      ...examples.map((example) => `${t("markdown.example")}: \`${example}\``),
    ]),
    t("forAssistants.link.result"),
  ]);
}

export function writeDevelopers({ t, siteUrl }: Context): string {
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
    ...guideSections.flatMap((id) => [...writeSection(id, t), ...(id === "errors" ? [toLines(errors)] : [])]),
    `## ${t("developers.reference")}`,
    toLines(listed),
  ]);
}

export function writeCatalog(entries: ApiCatalogEntry[], { t, ...context }: Context): string {
  const listed = entries.flatMap(({ slug, titleEn, titleEs, descriptionEn, descriptionEs }) => {
    const [title, description] = context.locale === "en" ? [titleEn, descriptionEn] : [titleEs, descriptionEs];
    return [
      `## ${toLink(slug, { pathname: "/catalog/[slug]", params: { slug } }, context)}`,
      quote(`${title}\n\n${description}`),
    ];
  });
  const body = entries.length ? [t("markdown.quoted"), ...listed] : [t("catalog.none")];
  return join([`# ${t("catalog.title")}`, t("catalog.intro"), ...body]);
}

function writeSection(id: (typeof guideSections)[number], t: Context["t"]): string[] {
  return [`## ${t(`developers.sections.${id}.title`)}`, t.markup(`developers.sections.${id}.text`, tags).trim()];
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
