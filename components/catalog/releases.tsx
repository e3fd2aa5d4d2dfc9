import { describeCounts } from "#lib/domain/catalog/changes/describe.ts";
import type { Release } from "#lib/domain/catalog/changes/release.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { changesText, formatLongDate } from "#lib/i18n/changes-text.ts";
import { getFeedPaths } from "#lib/i18n/paths.ts";
import { ChangeList } from "./change-list.tsx";
import { changesPath, documentPath } from "./paths.ts";

const changesMax = 50;

type Props = { releases: Release[]; locale: Locale; timeZone: string; isOfCatalog?: boolean };

export function Releases({ releases, locale, timeZone, isOfCatalog = false }: Props) {
  const text = changesText(locale);
  if (!releases.length) return <p className="mt-8">{text("none")}</p>;
  return (
    <div className="mt-8 space-y-10">
      {releases.map((release) => {
        const { slug, number, at, comparison } = release;
        const date = formatLongDate(at, locale, timeZone);
        return (
          <article
            key={`${slug} ${number}`}
            id={isOfCatalog ? undefined : `version-${number}`}
            className="scroll-mt-24"
          >
            <h2 className="text-xl wrap-anywhere">
              {isOfCatalog ? (
                <a className="link" href={`${changesPath(slug, locale)}#version-${number}`}>
                  {pickTitle(release, locale)}
                </a>
              ) : (
                text("version", { number })
              )}
            </h2>
            <p className="mt-1 text-sm text-muted">
              <time dateTime={at.toISOString()}>{date}</time>
              {` · ${describeCounts(comparison, locale)} `}
              <a className="link inline-block py-1" href={documentPath(slug, locale, number)}>
                {text("document", { number })}
              </a>
            </p>
            <ChangeList comparison={comparison} locale={locale} max={changesMax} />
          </article>
        );
      })}
    </div>
  );
}

export function FeedLinks({ locale, slug }: { locale: Locale; slug?: string }) {
  const text = changesText(locale);
  const paths = getFeedPaths(locale, slug);
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
      <span className="py-1 text-muted">{text("follow")}</span>
      <a className="link py-1" href={paths["application/atom+xml"]}>
        {text("atom")}
      </a>
      <a className="link py-1" href={paths["application/feed+json"]}>
        {text("json")}
      </a>
    </p>
  );
}
