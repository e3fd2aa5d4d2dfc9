/** Writes the query that the link to the page in the other language keeps. */
export function keepQuery(query: Record<string, string | string[] | undefined>, ...names: string[]): string {
  const kept = names.flatMap((name) => {
    const [value] = [query[name]].flat();
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length ? `?${new URLSearchParams(kept)}` : "";
}
