import { entryPath } from "#components/catalog/paths.ts";
import { buttonClass } from "#components/ui/button.ts";
import { locales } from "#lib/domain/locale.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { catalogPaths } from "./paths.ts";

/** What else can be done with an entry. */
export function EntryActions({ entry: { slug, published } }: { entry: { slug: string; published: boolean } }) {
  const t = adminText("catalog");
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      <a className={buttonClass("secondary")} href={catalogPaths.confirm(slug, published ? "unpublish" : "publish")}>
        {published ? t("unpublish") : t("publish")}
      </a>
      {locales.map((locale) => (
        <a key={locale} className={buttonClass("quiet")} href={catalogPaths.preview(slug, locale)}>
          {t("previewIn", { language: t(`languages.${locale}`) })}
        </a>
      ))}
      {published && (
        <a className={buttonClass("quiet")} href={entryPath(slug, "en")}>
          {t("see")}
        </a>
      )}
      <a className={buttonClass("quiet")} href={catalogPaths.confirm(slug, "delete")}>
        {t("delete")}
      </a>
    </p>
  );
}
