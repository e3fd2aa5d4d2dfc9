import { type Locale, useTranslations } from "next-intl";
import { askPath, catalogPath } from "./paths.ts";

export function AskUs({ locale }: { locale: Locale }) {
  const t = useTranslations("catalog");
  return (
    <p className="mt-5">
      {t.rich("askUs", {
        link: (text) => (
          <a className="link" href={askPath(locale)}>
            {text}
          </a>
        ),
      })}
    </p>
  );
}

/** A word of the search that has matches on its own. */
export type Suggestion = { word: string; count: number };

type Props = { fewer: Suggestion[]; similar: Suggestion[]; locale: Locale };

export function EmptyResult({ fewer, similar, locale }: Props) {
  const t = useTranslations("catalog");
  return (
    <div className="mt-6 max-w-3xl rounded-lg border border-line bg-surface p-6 sm:p-8">
      <h2 className="text-xl">{t("emptyTitle")}</h2>
      <p className="mt-3">{t("emptyText")}</p>
      <Suggestions title={t("emptySimilar")} suggestions={similar} locale={locale} />
      <Suggestions title={t("emptyFewer")} suggestions={fewer} locale={locale} />
      <AskUs locale={locale} />
    </div>
  );
}

function Suggestions({ title, suggestions, locale }: { title: string; suggestions: Suggestion[]; locale: Locale }) {
  const t = useTranslations("catalog");
  if (!suggestions.length) return null;
  return (
    <div className="mt-4 flex flex-wrap items-baseline gap-x-3">
      <p>{title}</p>
      <ul className="flex flex-wrap gap-x-4">
        {suggestions.map(({ word, count }) => (
          <li key={word}>
            <a className="link inline-block py-1.5 wrap-anywhere" href={catalogPath(locale, word)}>
              {t("wordCount", { word, count })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
