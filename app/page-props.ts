import type { Locale } from "next-intl";

/** A parameter that the URL repeats is a list. */
export type PageQuery = Record<string, string | string[] | undefined>;

export type SitePageProps<Params = unknown> = {
  params: Promise<{ locale: Locale } & Params>;
  searchParams: Promise<PageQuery>;
};
export type DeskPageProps<Params = unknown> = { params: Promise<Params>; searchParams: Promise<PageQuery> };

/** Writes the query that the link to the page in the other language keeps. */
export function keepQuery(query: PageQuery, ...names: string[]): string {
  const kept = names.flatMap((name) => {
    const [value] = [query[name]].flat();
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length ? `?${new URLSearchParams(kept)}` : "";
}
