import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { toShape } from "#components/catalog/entry-list.tsx";
import { localizeEntry, toLead } from "#components/catalog/entry-texts.ts";
import { entryPath } from "#components/catalog/paths.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { getPathname } from "#lib/i18n/paths.ts";

type Props = { locale: Locale; entries: ApiCatalogEntry[]; total: number };

export async function Glimpse({ locale, entries, total }: Props) {
  const t = await getTranslations("home.glimpse");
  const shown = entries.map((entry) => ({ slug: entry.slug, ...localizeEntry(entry, locale) }));
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
      <ul className="mt-8 grid gap-1.5 md:grid-cols-2">
        {shown.map(({ slug, title, description, services }, at) => (
          <li
            key={slug}
            className={`piece wrap-anywhere flex min-w-0 flex-col p-6 pt-7 [--piece:var(--primary-soft)] sm:p-8 ${toShape(at, entries.length)}`}
          >
            <h3 className="text-xl">
              <a
                className="decoration-accent decoration-3 underline-offset-4 after:absolute after:inset-0 hover:underline"
                href={entryPath(slug, locale)}
              >
                {title}
              </a>
            </h3>
            <p className="mt-2 mb-5 line-clamp-6">{toLead(description)}</p>
            <p className="mt-auto text-sm text-muted">{services.map((service) => service.title).join("\u00a0· ")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
