import { type Locale, useFormatter, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { localizeEntry } from "#lib/domain/catalog/localize-entry.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { ExternalLink } from "./external-link.tsx";
import { Marked, markedHeading } from "./found-in.tsx";
import { Markdown } from "./markdown.tsx";
import { askPath, catalogPath } from "./paths.ts";
import { Tile } from "./tile.tsx";

type Props = {
  entry: ApiCatalogEntry;
  locale: Locale;
  search: string;
  words: readonly string[];
  /** API version from the specification, if it has one. */
  version: string;
};

export function EntryHead({ entry, locale, search, words, version }: Props) {
  const t = useTranslations("catalog");
  const format = useFormatter();
  const { title, description } = localizeEntry(entry, locale);
  const date = format.dateTime(new Date(entry.updatedAt), { day: "numeric", month: "long", year: "numeric" });
  return (
    <header className="grid items-start gap-x-12 lg:grid-cols-[minmax(0,48rem)_1fr]">
      <div>
        <nav aria-label={t("breadcrumb")} className="text-sm">
          <ol className="flex flex-wrap">
            <li>
              <a className="link inline-block py-1.5" href={catalogPath(locale)}>
                {t("title")}
              </a>
            </li>
            {search && (
              <li className="wrap-anywhere">
                <span aria-hidden="true" className="px-2 text-muted">
                  ›
                </span>
                <a className="link inline-block py-1.5" href={catalogPath(locale, search)}>
                  {t("backToResults", { search })}
                </a>
              </li>
            )}
          </ol>
        </nav>
        <h1 className={`mt-2 text-3xl wrap-anywhere ${markedHeading}`}>
          <Marked text={title} words={words} />
        </h1>
        <Markdown text={description} words={words} className="mt-5 text-lg wrap-anywhere whitespace-pre-line" />
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
          <a className={buttonClass()} href={askPath(locale, entry.slug)}>
            {t("ask")}
          </a>
          <ExternalLink className="link py-2 font-semibold" href={entry.docsUrl} text={t("docs")} about={title} />
          <ExternalLink className="link py-2 font-semibold" href={entry.swaggerUrl} text={t("swagger")} about={title} />
        </div>
        <p className="mt-5 text-sm text-muted">
          {version && `${t("spec.version", { version })} · `}
          {t.rich("updated", { date, time: (text) => <time dateTime={entry.updatedAt}>{text}</time> })}
        </p>
      </div>
      <Tile entry={entry} className="mt-10 w-44 justify-self-end -rotate-6 max-lg:hidden print:hidden" />
    </header>
  );
}
