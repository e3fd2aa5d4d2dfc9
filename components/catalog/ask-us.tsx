import { type Locale, useTranslations } from "next-intl";
import { askPath } from "./paths.ts";

/** To whoever did not find what they need. */
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
