import { type Locale, useTranslations } from "next-intl";
import type { FoundIn as Found, MatchPlace } from "#lib/domain/catalog/matches.ts";
import { Marked } from "./marked.tsx";

type Props = {
  found: Found;
  words: readonly string[];
  locale: Locale;
  /** Fragments of the page where a place can be seen. */
  fragments?: Partial<Record<MatchPlace, string>>;
};

/** Where a search found an entry, and what it found that the reader would not see otherwise. */
export function FoundIn({ found, words, locale, fragments = {} }: Props) {
  const t = useTranslations("catalog");
  const names = (places: MatchPlace[], isHere: boolean) =>
    places.map((place, at) => (
      <span key={place}>
        {at > 0 && ", "}
        {isHere && fragments[place] ? (
          <a className="link" href={`#${fragments[place]}`}>
            {t(`places.${place}`)}
          </a>
        ) : (
          t(`places.${place}`)
        )}
      </span>
    ));
  return (
    <div className="space-y-1 text-sm">
      {found.places.length > 0 && (
        <p>
          {t("matchIn")} {names(found.places, true)}
        </p>
      )}
      {found.otherPlaces.length > 0 && (
        <p>
          {t("matchInOther")} {names(found.otherPlaces, false)}
        </p>
      )}
      {found.excerpts.map((excerpt) => (
        <p
          key={`${excerpt.place} ${excerpt.text}`}
          lang={excerpt.locale && excerpt.locale !== locale ? excerpt.locale : undefined}
          className="border-l-2 border-accent pl-3 wrap-anywhere text-muted"
        >
          <Marked text={excerpt.text} words={words} />
        </p>
      ))}
    </div>
  );
}
