import { getLocale, getTranslations } from "next-intl/server";
import { toFormatLocale } from "#lib/i18n/format-locale.ts";
import { locales } from "#lib/i18n/locales.ts";
import { getPathname } from "#lib/i18n/paths.ts";

/** Shows a short text, because every page includes this component. In production people see `missing` instead. */
export default async function NotFound() {
  const formatLocale = await getLocale();
  const locale = locales.find((each) => toFormatLocale(each) === formatLocale) ?? "en";
  const t = await getTranslations("notFound");
  return (
    <main className="page py-16">
      <h1 className="text-2xl">{t("title")}</h1>
      <p className="mt-4">
        <a className="link" href={getPathname({ href: "/", locale })}>
          {t("home")}
        </a>
      </p>
    </main>
  );
}
