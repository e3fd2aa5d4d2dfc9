import { type Locale, useTranslations } from "next-intl";
import type { ListPage } from "#lib/domain/catalog/list-pages.ts";
import { formatNumber } from "./format-number.ts";

type Props = { count: number; search: string; page: ListPage; locale: Locale };

/** How many entries there are, and which of them this page shows if there are more pages. */
export function CountLine({ count, search, page: { pageCount, start, end }, locale }: Props) {
  const t = useTranslations("catalog");
  if (!search && !count) return t("none");
  const number = formatNumber(count, locale);
  const total = search ? t("countFor", { count, number, search }) : t("count", { count, number });
  if (pageCount === 1) return total;
  const [first, last] = [formatNumber(start + 1, locale), formatNumber(end, locale)];
  return t("countShown", { total, shown: end - start, first, last });
}
