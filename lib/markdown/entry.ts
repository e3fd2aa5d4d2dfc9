import { type ApiCatalogEntry, localizeEntry } from "../domain/catalog/schema.ts";
import type { Locale } from "../domain/locale.ts";
import { getPathname } from "../i18n/paths.ts";
import { assistantText, changesText } from "../i18n/texts.ts";
import { quoteText, rewriteMarkdown, toList, writeAddress, writeCode, writeText } from "./write.ts";

/** Quotes all texts except the slug, whose characters the database restricts. */
export function writeEntryMarkdown(
  entry: ApiCatalogEntry,
  locale: Locale,
  { url }: { url: string },
  state = "",
): string {
  const t = assistantText(locale);
  const { title, description, useCases, services } = localizeEntry(entry, locale);
  const address = (pathname: "/catalog/[slug]" | "/catalog/[slug]/spec.json" | "/catalog/[slug]/changes") =>
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
      `${t("entry.page")}: ${address("/catalog/[slug]")}`,
      `${t("entry.spec")}: ${address("/catalog/[slug]/spec.json")}`,
      `${changesText(locale)("link")}: ${address("/catalog/[slug]/changes")}`,
      ...(state ? [state] : []),
    ]),
    ...writeSection(t("entry.description"), [writeText(title), rewriteMarkdown(description)]),
    ...writeSection(t("entry.useCases"), [toList(useCases.map(writeText))]),
    ...writeSection(t("entry.endpoints"), [toList(entry.endpoints.map(writeCode))]),
    ...writeSection(t("entry.services"), listed),
    ...writeSection(
      t("entry.docs"),
      [entry.docsUrl, entry.swaggerUrl].map((url) => (url ? writeAddress(url) : "")),
    ),
  ].join("\n\n");
}

function writeSection(title: string, paragraphs: string[]): string[] {
  const written = paragraphs.filter((paragraph) => paragraph.trim() !== "");
  return written.length ? [`## ${title}`, quoteText(written.join("\n\n"))] : [];
}
