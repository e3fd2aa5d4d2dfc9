import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CardHead, toLead } from "#components/catalog/card-head.tsx";
import { entryPath } from "#components/catalog/paths.ts";
import { buttonClass } from "#components/ui/button.ts";
import { localizeEntry } from "#lib/domain/catalog/localize-entry.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { getPathname } from "#lib/i18n/paths.ts";

type Props = { locale: Locale; entries: ApiCatalogEntry[]; total: number };

export async function Glimpse({ locale, entries, total }: Props) {
  const t = await getTranslations("home.glimpse");
  return (
    <section className="page pb-16 sm:pb-24" aria-labelledby="parts">
      <h2 id="parts" className="text-2xl">
        {t("title")}
      </h2>
      <p className="mt-3 max-w-prose">{t("text")}</p>
      <ul className="mt-8 grid gap-1.5 md:grid-cols-2">
        {entries.map((entry, at) => {
          const { title, description, services } = localizeEntry(entry, locale);
          return (
            <li
              key={entry.slug}
              className={`group/card piece flex min-w-0 flex-col p-6 pt-8 wrap-anywhere sm:px-9 ${toColor(at)} ${toShape(at, entries.length)}`}
            >
              <CardHead
                entry={entry}
                as="h3"
                href={entryPath(entry.slug, locale)}
                title={title}
                lead={toLead(description)}
              />
              <p className="mt-auto pt-5 text-sm text-muted">
                {services.map((service) => service.title).join("\u00a0· ")}
              </p>
            </li>
          );
        })}
      </ul>
      <p className="mt-8">
        <a className={buttonClass("secondary")} href={getPathname({ href: "/catalog", locale })}>
          {t("all", { total })}
        </a>
      </p>
    </section>
  );
}

const colors = [
  "[--piece:var(--primary-soft)]",
  "[--piece:var(--surface)]",
  "[--piece:var(--primary-soft)] md:[--piece:var(--surface)]",
  "[--piece:var(--surface)] md:[--piece:var(--primary-soft)]",
];

function toColor(at: number): string {
  return colors[at % colors.length] ?? "";
}

function toShape(at: number, count: number): string {
  const isLeft = at % 2 === 0;
  const hasNext = at + 1 < count;
  return [
    hasNext ? "max-md:tab-bottom" : "",
    at > 0 ? "max-md:notch-top" : "",
    isLeft && hasNext ? "md:tab-right" : "",
    isLeft ? "" : "md:notch-left",
    at + 2 < count ? "md:tab-bottom" : "",
    at >= 2 ? "md:notch-top" : "",
  ].join(" ");
}
