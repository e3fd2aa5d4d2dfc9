import { useTranslations } from "next-intl";
import type { ListPage } from "#lib/domain/catalog/list-pages.ts";

type Props = { count: number; search: string; page: ListPage };

export function CountLine({ count, search, page: { pageCount, start, end } }: Props) {
  const t = useTranslations("catalog");
  if (!search && !count) return t("none");
  const total = search ? t("countFor", { count, search }) : t("count", { count });
  if (pageCount === 1) return total;
  return t("countShown", { total, shown: end - start, first: start + 1, last: end });
}
