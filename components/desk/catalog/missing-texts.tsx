import type { MissingText } from "#lib/domain/catalog/editor/missing-language.ts";
import { locales } from "#lib/domain/locale.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

/** What readers of a language do not find, a line for each language. */
export function MissingTexts({ missing }: { missing: MissingText[] }) {
  const t = adminText("catalog");
  return (
    <ul>
      {locales.map((locale) => {
        const parts = missing.filter((text) => text.locale === locale);
        if (!parts.length) return null;
        const names = parts.map(({ part, service = "" }) => t(`parts.${part}`, { service })).join(", ");
        return (
          <li key={locale} className="wrap-anywhere">
            {t("missingIn", { language: t(`languages.${locale}`), parts: names })}
          </li>
        );
      })}
    </ul>
  );
}
