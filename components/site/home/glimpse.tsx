import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { toLead } from "#components/catalog/entry-texts.ts";
import { entryPath } from "#components/catalog/paths.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { getPathname } from "#lib/i18n/paths.ts";

type Props = { locale: Locale; entries: ApiCatalogEntry[]; total: number };

/** Two in a row where there is room, one above the other where there is not: each piece fits into the next. */
function shapeOf(at: number, count: number): string {
  const isLast = at === count - 1;
  return [
    isLast ? "" : "max-sm:tab-bottom",
    at > 0 ? "max-sm:notch-top" : "",
    at % 2 === 0 && !isLast ? "sm:tab-right" : "",
    at % 2 === 1 ? "sm:notch-left" : "",
    at + 2 < count ? "sm:tab-bottom" : "",
    at >= 2 ? "sm:notch-top" : "",
  ].join(" ");
}

export async function Glimpse({ locale, entries, total }: Props) {
  const t = await getTranslations("home.glimpse");
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="parts">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h2 id="parts" className="text-2xl">
            {t("title")}
          </h2>
          <p className="mt-3 max-w-prose">{t("text")}</p>
        </div>
        <a className="link py-2 font-semibold" href={getPathname({ href: "/catalog", locale })}>
          {t("all", { total })}
        </a>
      </div>
      <ul className="mt-8 grid gap-1.5 sm:grid-cols-2">
        {entries.map((entry, at) => (
          <li
            key={entry.slug}
            className={`piece wrap-anywhere flex min-w-0 flex-col p-6 pt-7 [--piece:var(--primary-soft)] sm:p-8 ${shapeOf(at, entries.length)}`}
          >
            <h3 className="text-xl">
              <a
                className="decoration-accent decoration-3 underline-offset-4 after:absolute after:inset-0 hover:underline"
                href={entryPath(entry.slug, locale)}
              >
                {locale === "es" ? entry.titleEs : entry.titleEn}
              </a>
            </h3>
            <p className="mt-2 mb-5 line-clamp-6">
              {toLead(locale === "es" ? entry.descriptionEs : entry.descriptionEn)}
            </p>
            <p className="mt-auto text-sm text-muted">
              {entry.services.map((service) => (locale === "es" ? service.titleEs : service.titleEn)).join("\u00a0· ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
