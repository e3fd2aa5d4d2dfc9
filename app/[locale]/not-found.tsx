import { getLocale, getTranslations } from "next-intl/server";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getPathname } from "#lib/i18n/paths.ts";

/** Short, because every page includes this component. In production, visitors see the `missing` page instead. */
export default async function NotFound() {
  const locale = toLanguage(await getLocale());
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
