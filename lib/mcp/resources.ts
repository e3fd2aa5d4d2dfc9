import {
  type CompleteRequestParams,
  type CompleteResult,
  type GetPromptResult,
  type ListResourcesResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { describeEntryState } from "../domain/catalog/changes/describe.ts";
import { localizeEntry } from "../domain/catalog/schema.ts";
import { onKind } from "../domain/errors.ts";
import { Locale } from "../domain/locale.ts";
import { toOneLine } from "../domain/plain-text.ts";
import { getTextBounds } from "../domain/submissions/core/submission-texts.ts";
import { codePointLength } from "../domain/text-bounds.ts";
import { locales } from "../i18n/locales.ts";
import { assistantText } from "../i18n/texts.ts";
import { writeGuide, writeGuideTitle } from "../markdown/guide.ts";
import { writeEntryMarkdown } from "../markdown/pages.ts";
import { quoteText } from "../markdown/write.ts";
import type { Door } from "./door.ts";

type CompletionInput = Pick<CompleteRequestParams, "ref" | "argument">;

const mimeType = "text/markdown";
/** Entries on a page of resources. */
const pageSize = 50;

const guideUri = (locale: Locale) => `encaje://${locale}/guide`;
const entryUri = (locale: Locale, slug: string) => `encaje://${locale}/catalog/${slug}`;

const entryTemplate = "encaje://{language}/catalog/{slug}";
const completionsMax = 100;

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: entryTemplate,
    name: "catalog entry",
    description: "A published API as Markdown, in the language en or es. The texts are its publisher's.",
    mimeType,
  },
];

/** `cursor` is the slug of the last entry on the page before, because the catalog may change between pages. */
export async function listResources(cursor: string | undefined, door: Door): Promise<ListResourcesResult> {
  const entries = await door.listCatalogApis({});
  const start = entries.findIndex(({ slug }) => slug === cursor) + 1;
  if (cursor !== undefined && !start) throwInvalidParams("There is no such cursor: start again without one.");
  const page = entries.slice(start, start + pageSize);
  const guides = locales.map((locale) => ({
    uri: guideUri(locale),
    name: `guide ${locale}`,
    title: writeGuideTitle(locale, door),
    mimeType,
  }));
  const ofEntries = page.flatMap((entry) =>
    locales.map((locale) => ({
      uri: entryUri(locale, entry.slug),
      name: `${entry.slug} ${locale}`,
      title: toOneLine(localizeEntry(entry, locale).title),
      mimeType,
    })),
  );
  const nextCursor = start + pageSize < entries.length ? page.at(-1)?.slug : undefined;
  return { resources: [...(start ? [] : guides), ...ofEntries], ...(nextCursor && { nextCursor }) };
}

export async function completeArgument({ ref, argument }: CompletionInput, door: Door): Promise<CompleteResult> {
  const isKnown = ref.type === "ref/prompt" ? ref.name === promptName : ref.uri === entryTemplate;
  const entries = isKnown && argument.name === "slug" ? await door.listCatalogApis({}) : [];
  const options = isKnown && argument.name === "language" ? locales : entries.map(({ slug }) => slug);
  const values = options.filter((option) => option.startsWith(argument.value));
  return { completion: { values: values.slice(0, completionsMax), total: values.length } };
}

export async function readResource(uri: string, door: Door): Promise<ReadResourceResult> {
  const [, language, slug] = /^encaje:\/\/(\w+)\/(?:guide|catalog\/([a-z0-9-]{1,80}))$/.exec(uri) ?? [];
  const locale = locales.find((each) => each === language);
  if (!locale) throw new ResourceNotFoundError(uri);
  const text = slug === undefined ? writeGuide(locale, door, false) : await writeEntry(slug, locale, door, uri);
  return { contents: [{ uri, mimeType, text }] };
}

async function writeEntry(slug: string, locale: Locale, door: Door, uri: string): Promise<string> {
  const refuse = onKind("not_found", () => {
    throw new ResourceNotFoundError(uri);
  });
  const entry = await door.getCatalogApi({ slug }).catch(refuse);
  const reader = { locale, timeZone: door.site.timeZone, now: door.now };
  const state = describeEntryState(entry, await door.findDocumentState(entry), reader);
  return writeEntryMarkdown(entry, locale, door.site, state);
}

const promptName = "evaluate_my_project";
const { max: projectMax = 0 } = getTextBounds("projectDescription");

export const prompts: Prompt[] = [
  {
    name: promptName,
    title: "Evaluate my project",
    description: "Asks the assistant to go through the nine questions with the person, and to submit once they agree.",
    arguments: [
      { name: "language", description: "Language of the conversation: en is English, es is Spanish." },
      { name: "project", description: `What the person wants to build, in at most ${projectMax} characters.` },
    ],
  },
];

export function getPrompt(asked: string, given: Record<string, string>, { site }: Door): GetPromptResult {
  const language = Locale.safeParse(given.language || "en").data;
  const project = given.project ?? "";
  if (asked !== promptName) throwInvalidParams(`There is no such prompt. The prompt is ${promptName}.`);
  if (!language) throwInvalidParams("language must be en or es.");
  if (codePointLength(project) > projectMax)
    throwInvalidParams(`project must be text of at most ${projectMax} characters.`);
  const t = assistantText(language);
  const text = [
    t("prompt.ask", { company: site.name }),
    ...(project.trim() ? [`${t("prompt.project")}\n${quoteText(project)}`] : []),
  ].join("\n\n");
  return { messages: [{ role: "user", content: { type: "text", text } }] };
}

function throwInvalidParams(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
