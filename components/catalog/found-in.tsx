import { type Locale, useTranslations } from "next-intl";
import { type FoundIn as Found, splitAtMatches } from "#lib/domain/catalog/matches.ts";
import type { MatchPlace } from "#lib/domain/catalog/search.ts";

type MarkedTextProps = {
  text: string;
  /** Words to mark, without case and accents (lib/domain/spelling). */
  words: readonly string[];
};

/** Half-height marks: at the line height of headings, a full mark would cover the line above. */
export const markedHeading =
  "not-forced-colors:[&_mark]:[background:linear-gradient(transparent_30%,var(--accent-soft)_30%)]";

export function MarkedText({ text, words }: MarkedTextProps) {
  if (!words.length) return text;
  const parts = splitAtMatches(text, words);
  // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity and never moves
  return parts.map(({ text: part, isMatch }, at) => (isMatch ? <mark key={at}>{part}</mark> : part));
}

type FoundInProps = {
  found: Found;
  words: readonly string[];
  locale: Locale;
  fragments?: Partial<Record<MatchPlace, string>>;
};

export function FoundPlaces({ found, words, locale, fragments = {} }: FoundInProps) {
  const t = useTranslations("catalog");
  const renderPlaceNames = (places: MatchPlace[], isHere: boolean) =>
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
          {t("matchIn")} {renderPlaceNames(found.places, true)}
        </p>
      )}
      {found.otherPlaces.length > 0 && (
        <p>
          {t("matchInOther")} {renderPlaceNames(found.otherPlaces, false)}
        </p>
      )}
      {found.excerpts.map((excerpt) => (
        <p
          key={`${excerpt.place} ${excerpt.text}`}
          lang={excerpt.locale && excerpt.locale !== locale ? excerpt.locale : undefined}
          className="border-l-2 border-accent pl-3 wrap-anywhere text-muted"
        >
          <MarkedText text={excerpt.text} words={words} />
        </p>
      ))}
    </div>
  );
}
