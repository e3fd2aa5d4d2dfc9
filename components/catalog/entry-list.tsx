import { type Locale, useTranslations } from "next-intl";
import { localizeEntry } from "#lib/domain/catalog/localize-entry.ts";
import { foundIn } from "#lib/domain/catalog/matches.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import type { SearchQuery } from "#lib/domain/catalog/search.ts";
import { CardHead } from "./card-head.tsx";
import { clamp, toLead } from "./entry-texts.ts";
import { FoundPlaces, Marked } from "./found-in.tsx";
import { findGroup, type GroupName } from "./groups.ts";
import { entryPath } from "./paths.ts";

type Props = { entries: ApiCatalogEntry[]; locale: Locale; query: SearchQuery };

/** Shows entries under a heading per group. Expects them sorted by group. */
export function GroupedEntries(props: Props) {
  return [...Map.groupBy(props.entries, findGroup)].map(([name, entries]) => (
    <Group key={name} {...props} name={name} entries={entries} />
  ));
}

function Group({ name, ...props }: Props & { name: GroupName }) {
  const t = useTranslations("catalog.groups");
  return (
    <section
      className="mt-10 grid gap-x-8 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:not-first-of-type:mt-16"
      aria-labelledby={`group-${name}`}
    >
      <div className="lg:sticky lg:top-8 lg:self-start lg:pt-7">
        <h2 id={`group-${name}`} className="text-2xl">
          {t(`${name}.title`)}
        </h2>
        <p className="mt-2 text-muted">{t(`${name}.text`)}</p>
      </div>
      <EntryList {...props} as="h3" />
    </section>
  );
}

/** Shows entries as a vertical chain of interlocking puzzle pieces. */
export function EntryList({ entries, locale, query, as }: Props & { as: "h2" | "h3" }) {
  return (
    <ul className="grid gap-1.5">
      {entries.map((entry, at) => (
        <li
          key={entry.slug}
          className={`group/card piece min-w-0 ${at % 2 ? "[--piece:var(--surface)]" : "[--piece:var(--primary-soft)]"} ${at > 0 ? "notch-top" : ""} ${at + 1 < entries.length ? "tab-bottom" : ""}`}
        >
          <EntryCard entry={entry} locale={locale} query={query} as={as} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = { entry: ApiCatalogEntry; locale: Locale; query: SearchQuery; as: "h2" | "h3" };

const useCasesMax = 3;
const useCaseLengthMax = 160;

function EntryCard({ entry, locale, query: { text, words }, as }: CardProps) {
  const t = useTranslations("catalog");
  const { title, description, useCases, services } = localizeEntry(entry, locale);
  const lead = toLead(description);
  const shown = useCases.slice(0, useCasesMax).map((useCase) => clamp(useCase, useCaseLengthMax));
  const found = words.length ? foundIn(entry, words, locale, [title, lead, ...shown]) : null;
  const operations = services.reduce((sum, service) => sum + service.operations.length, 0);
  const counts = [
    services.length > 0 && t("serviceCount", { count: services.length }),
    operations > 0 && t("operationCount", { count: operations }),
    !operations && entry.endpoints.length > 0 && t("endpointCount", { count: entry.endpoints.length }),
  ].filter((count) => count !== false);
  return (
    <article className="relative p-6 pt-8 sm:px-9">
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-[6fr_5fr]">
        <CardHead
          entry={entry}
          as={as}
          href={entryPath(entry.slug, locale, text)}
          title={<Marked text={title} words={words} />}
          lead={<Marked text={lead} words={words} />}
          counts={counts.join(" · ")}
        />
        {shown.length > 0 && (
          <ul
            className={`space-y-1.5 text-sm text-muted md:pt-1.5 ${found ? "" : "max-md:[&>li+li]:hidden"}`}
            aria-label={t("useCases")}
          >
            {shown.map((useCase) => (
              <li
                key={useCase}
                className="flex gap-2.5 wrap-anywhere before:mt-2 before:size-1.5 before:shrink-0 before:rounded-full before:border-3 before:border-accent"
              >
                <span>
                  <Marked text={useCase} words={words} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {found && (
        <div className="mt-5">
          <FoundPlaces found={found} words={words} locale={locale} />
        </div>
      )}
    </article>
  );
}
