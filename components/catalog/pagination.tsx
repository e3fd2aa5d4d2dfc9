import { type Locale, useFormatter, useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";
import { type ListPage, listPageNumbers } from "#lib/domain/catalog/list-pages.ts";
import { catalogPath } from "./paths.ts";

type Props = { page: ListPage; locale: Locale; search: string };

/** Renders nothing for a single page. */
export function Pagination({ page, locale, search }: Props) {
  const t = useTranslations("catalog");
  const format = useFormatter();
  const { number: current, pageCount } = page;
  if (pageCount === 1) return null;
  const steps = [
    { rel: "prev", number: current - 1, text: t("previousPage"), place: "col-start-1" },
    { rel: "next", number: current + 1, text: t("nextPage"), place: "col-start-2" },
  ].filter(({ number }) => number >= 1 && number <= pageCount);
  return (
    <nav
      aria-label={t("pages")}
      className="mt-12 mb-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 print:hidden"
    >
      <ul className="flex flex-wrap items-center gap-px max-sm:w-full max-sm:justify-center sm:gap-1">
        {listPageNumbers(page).map((number, at) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity and never moves
            <li key={`gap ${at}`} aria-hidden="true" className="min-w-6 text-center text-muted">
              …
            </li>
          ) : (
            <li key={number}>
              <a
                href={catalogPath(locale, search, number)}
                aria-label={t("page", { page: number })}
                aria-current={number === current ? "page" : undefined}
                className="flex min-h-10 min-w-10 items-center justify-center rounded-full px-1.5 font-semibold tabular-nums transition-colors duration-150 hover:bg-primary-soft hover:text-primary aria-[current]:bg-primary aria-[current]:text-on-primary forced-colors:aria-[current]:border-2 sm:min-h-11 sm:min-w-11"
              >
                {format.number(number)}
              </a>
            </li>
          ),
        )}
      </ul>
      <ul className="gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 sm:flex">
        {steps.map(({ rel, number, text, place }) => (
          <li key={rel} className={place}>
            <a className={`${buttonClass("secondary")} w-full`} href={catalogPath(locale, search, number)} rel={rel}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
