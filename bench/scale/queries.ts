// What people type into the search of a large catalog.
import { commonNames, names, scaleEntry, twoLetterCodes } from "./entries.ts";
import { randomFrom } from "./random.ts";

export type Query = { kind: string; text: string };

/** How many queries of each kind one pass over the mix holds. */
const mix = {
  "one word": 100,
  "two words": 100,
  "accents and capitals": 50,
  "rare word": 40,
  "beginning of a word": 40,
  "no hit": 40,
  "two letters and a word": 20,
  "two letters alone": 10,
};

export const mixInWords = Object.entries(mix)
  .map(([kind, count]) => `${count} × ${kind}`)
  .join(", ");

/** One pass over the mix, shuffled; no two queries are the same. */
export function queriesOf(entryCount: number): Query[] {
  const { whole, pick } = randomFrom(-1);
  const name = () => names[commonNames + whole(names.length - commonNames)] ?? "";
  const entry = () => scaleEntry(1 + whole(entryCount));
  const accented = names.slice(commonNames).filter((text) => /[áéíóúñ]/.test(text));
  const coded = Array.from({ length: entryCount }, (_, at) => at + 1)
    .filter((number) => number % 167 === 0)
    .map(scaleEntry);
  const codes = [...twoLetterCodes];
  const make: Record<keyof typeof mix, () => string> = {
    "one word": name,
    "two words": () => {
      const { draft, name: brand } = entry();
      return `${brand} ${pick(draft.titleEn.split(" ").slice(1))}`;
    },
    "accents and capitals": () => pick(accented).toUpperCase(),
    "rare word": () => entry().reference,
    "beginning of a word": () => name().slice(0, -2).toLowerCase(),
    "no hit": () => `${name()}ux`,
    "two letters and a word": () => {
      const { code, name: brand } = pick(coded);
      return `${code} ${brand}`;
    },
    "two letters alone": () => codes.pop() ?? "",
  };
  const queries = new Map<string, Query>();
  for (const [kind, count] of Object.entries(mix) as [keyof typeof mix, number][]) {
    for (const end = queries.size + count; queries.size < end; ) {
      const text = make[kind]();
      queries.set(text, { kind, text });
    }
  }
  return shuffled([...queries.values()], whole);
}

function shuffled(queries: Query[], whole: (end: number) => number): Query[] {
  for (let at = queries.length - 1; at > 0; at--) {
    const other = whole(at + 1);
    [queries[at], queries[other]] = [queries[other] as Query, queries[at] as Query];
  }
  return queries;
}
