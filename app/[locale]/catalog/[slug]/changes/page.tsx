import type { Locale } from "next-intl";
import { ChangeList, FeedLinks, ReleaseList } from "#components/catalog/changes.tsx";
import { changesPath, documentPath, entryPath, toChangesHref } from "#components/catalog/paths.ts";
import { Page } from "#components/site/page.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Select } from "#components/ui/field.tsx";
import { describeChangeCounts, describeChecks } from "#lib/domain/catalog/changes/describe.ts";
import { readVersionNumber } from "#lib/domain/catalog/changes/release.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { changesText } from "#lib/i18n/texts.ts";
import { formatLongDate } from "#lib/i18n/time-in-words.ts";
import { compareReleases, listDocuments, listReleases } from "#lib/server/catalog/releases.ts";
import { findDocumentState } from "#lib/server/catalog/watch.ts";
import { readSite } from "#lib/server/site.ts";
import { getEntry, pickQueryString, type SitePageProps } from "../../../../pages.ts";

type Props = SitePageProps<{ slug: string }>;

export async function generateMetadata({ params, searchParams }: Props) {
  const { locale, slug } = await params;
  const entry = await getEntry(slug);
  const text = changesText(locale);
  const title = text("titleOf", { title: pickTitle(entry, locale) });
  const metadata = createPageMetadata({ locale, href: toChangesHref(entry.slug), title, description: text("intro") });
  return (await searchParams).from ? { ...metadata, robots: { index: false, follow: true } } : metadata;
}

export default async function EntryChangesPage({ params, searchParams }: Props) {
  const { locale, slug: part } = await params;
  const entry = await getEntry(part);
  const { id, slug } = entry;
  const query = await searchParams;
  const { from, to } = query;
  const site = await readSite();
  const { timeZone } = site;
  const text = changesText(locale);
  const versions = await listDocuments({ entryId: id });
  const options = versions.map(
    ({ number, at }) =>
      [String(number), text("option", { number, date: formatLongDate(at, locale, timeZone) })] as const,
  );
  const state = await findDocumentState(entry);
  return (
    <Page site={site} locale={locale} href={toChangesHref(slug)} query={pickQueryString(query, "from", "to")}>
      <div className="max-w-3xl">
        <h1 className="text-3xl wrap-anywhere">{text("titleOf", { title: pickTitle(entry, locale) })}</h1>
        {state && <p className="mt-4 text-muted">{describeChecks(state, { locale, timeZone, now: new Date() })}</p>}
        <p className="mt-2">
          <a className="link inline-block py-1" href={entryPath(slug, locale)}>
            {text("toEntry")}
          </a>
        </p>
        <FeedLinks locale={locale} slug={slug} />
        {from !== undefined && (
          <Comparison entryId={id} versions={versions} from={readNumber(from)} to={readNumber(to)} locale={locale} />
        )}
        <ReleaseList releases={await listReleases({ entryId: id })} locale={locale} timeZone={timeZone} />
        {versions.length > 0 && (
          <>
            <h2 className="mt-12 text-xl">{text("versions")}</h2>
            <ul className="mt-3">
              {options.map(([number, option]) => (
                <li key={number}>
                  <a className="link inline-block py-1" href={documentPath(slug, locale, Number(number))}>
                    {option}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        {versions.length > 1 && (
          <>
            <h2 className="mt-12 text-xl">{text("compare")}</h2>
            <form action={changesPath(slug, locale)} className="mt-3 flex flex-wrap items-end gap-4">
              {(["from", "to"] as const).map((name, at) => (
                <Select
                  key={name}
                  id={name}
                  label={text(name)}
                  defaultValue={readNumber(query[name]) || versions[1 - at]?.number}
                  options={options}
                />
              ))}
              <button type="submit" className={buttonClass("secondary")}>
                {text("compareButton")}
              </button>
            </form>
          </>
        )}
      </div>
    </Page>
  );
}

const readNumber = (given: string | string[] | undefined) => readVersionNumber([given].flat().at(-1));

type Version = { number: number; at: Date };

type ComparisonProps = { entryId: number; versions: Version[]; from: number; to: number; locale: Locale };

async function Comparison({ entryId, versions, from, to, locale }: ComparisonProps) {
  const text = changesText(locale);
  if (![from, to].every((wanted) => versions.some(({ number }) => number === wanted))) {
    return <p className="mt-8">{text("missing")}</p>;
  }
  const comparison = await compareReleases({ entryId, from, to });
  const isSame = comparison.level === "none";
  return (
    <section aria-labelledby="between" className="mt-8 rounded-md border border-line bg-surface px-5 py-4">
      <h2 id="between" className="text-xl">
        {text("between", { from, to })}
      </h2>
      <p className="mt-1">{isSame ? text("noDifference") : describeChangeCounts(comparison, locale)}</p>
      <ChangeList comparison={comparison} locale={locale} />
    </section>
  );
}
