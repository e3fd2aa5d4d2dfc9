// What people type into the search of a large catalog.
import { commonNames, names, scaleEntry, twoLetterCodes } from "./entries.ts";
import { randomFrom } from "./random.ts";

export type Query = { kind: string; text: string };

/** One pass over the mix, shuffled; no two queries are the same. */
export function drawQueries(entryCount: number): Query[] {
  const { whole, pick } = randomFrom(-1);
  const name = () => names[commonNames + whole(names.length - commonNames)] ?? "";
  const entry = () => scaleEntry(1 + whole(entryCount));
  const accented = names.slice(commonNames).filter((text) => /[áéíóúñ]/.test(text));
  const coded = Array.from({ length: entryCount }, (_, at) => at + 1)
    .filter((number) => number % 167 === 0)
    .map(scaleEntry);
  const codes = [...twoLetterCodes];
  const queries = new Map<string, Query>();
  const add = (kind: string, count: number, make: () => string) => {
    for (const end = queries.size + count; queries.size < end; ) {
      const text = make();
      queries.set(text, { kind, text });
    }
  };
  add("one word", 100, name);
  add("two words", 100, () => {
    const { draft, name: brand } = entry();
    return `${brand} ${pick(draft.titleEn.split(" ").slice(1))}`;
  });
  add("accents and capitals", 50, () => pick(accented).toUpperCase());
  add("rare word", 40, () => entry().reference);
  add("beginning of a word", 40, () => name().slice(0, -2).toLowerCase());
  add("no hit", 40, () => `${name()}ux`);
  add("two letters and a word", 20, () => {
    const { code, name: brand } = pick(coded);
    return `${code} ${brand}`;
  });
  add("two letters alone", 10, () => codes.pop() ?? "");
  const drawn = [...queries.values()].map((query) => ({ query, order: whole(2 ** 32) }));
  return drawn.sort((a, b) => a.order - b.order).map(({ query }) => query);
}

/** Such as "100 × one word, 40 × no hit". */
export function describeMix(queries: Query[]): string {
  const kinds = Object.entries(Object.groupBy(queries, ({ kind }) => kind));
  return kinds.map(([kind, all = []]) => `${all.length} × ${kind}`).join(", ");
}
