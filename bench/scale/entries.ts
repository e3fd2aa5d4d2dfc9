// A catalog of any size: entry number n is always the same, and no two are alike.
import type { CatalogDraft } from "../../lib/domain/catalog/schema.ts";
import { fold } from "../../lib/domain/catalog/search.ts";
import { readSamples } from "../../scripts/seed.ts";
import { randomFrom } from "./random.ts";

const nameCount = 40_000;
/** Names below this are on more than about fifty of 100,000 entries. */
export const commonNames = 400;
const codeEvery = 167;

/** Pairs of letters that no other word of the catalog holds. */
export const twoLetterCodes = [
  "qx",
  "qw",
  "qk",
  "qj",
  "xq",
  "xw",
  "xk",
  "xj",
  "wq",
  "wx",
  "wj",
  "kq",
  "kx",
  "kj",
  "jq",
  "jx",
];

/** Invented brand and place names, a third of them with an accent. */
export const names = inventNames();

const samples = readSamples();
const sentences = {
  en: samples.flatMap(({ descriptionEn }) => descriptionEn.split(/(?<=\.) /)),
  es: samples.flatMap(({ descriptionEs }) => descriptionEs.split(/(?<=\.) /)),
};
const useCases = {
  en: samples.flatMap(({ useCasesEn }) => useCasesEn),
  es: samples.flatMap(({ useCasesEs }) => useCasesEs),
};
const services = samples.flatMap((sample) => sample.services);
const endpoints = samples.flatMap((sample) => sample.endpoints);

export type ScaleEntry = { draft: CatalogDraft; name: string; reference: string; code: string | undefined };

/** Titles from the sample catalog, each for an invented brand; texts of one to two kilobytes in two languages. */
export function scaleEntry(number: number): ScaleEntry {
  const { pick, skewed, whole } = randomFrom(number);
  const drawName = () => names[skewed(nameCount)] ?? "";
  const [name, client, partner, place] = [drawName(), drawName(), drawName(), drawName()];
  const sample = pick(samples);
  const reference = `R${whole(90) + 10}${number.toString().padStart(6, "0")}`;
  const code = number % codeEvery === 0 ? twoLetterCodes[(number / codeEvery) % twoLetterCodes.length] : undefined;
  const codeEn = code ? ` Region ${code.toUpperCase()}.` : "";
  const codeEs = code ? ` Región ${code.toUpperCase()}.` : "";
  const draft = {
    slug: `${fold(name)}-${sample.slug}-${number}`,
    titleEn: `${name} ${sample.titleEn.toLowerCase()}`,
    titleEs: `${sample.titleEs} ${name}`,
    descriptionEn: `${pick(sentences.en)} ${pick(sentences.en)} Used by ${client} and ${partner} in ${place}. Reference ${reference}.${codeEn}`,
    descriptionEs: `${pick(sentences.es)} ${pick(sentences.es)} Lo usan ${client} y ${partner} en ${place}. Referencia ${reference}.${codeEs}`,
    useCasesEn: [pick(useCases.en), pick(useCases.en)],
    useCasesEs: [pick(useCases.es), pick(useCases.es)],
    endpoints: [pick(endpoints), pick(endpoints)],
    services: [pick(services)],
    docsUrl: `https://docs.example.com/${number}`,
    swaggerUrl: null,
    spec: { openapi: "3.1.0", info: { title: sample.titleEn, version: "1.0.0" }, paths: {} },
    published: true,
  };
  return { draft, name, reference, code };
}

export function* scaleDrafts(count: number): Generator<CatalogDraft> {
  for (let number = 1; number <= count; number++) yield scaleEntry(number).draft;
}

function inventNames(): string[] {
  const { pick, whole } = randomFrom(0);
  const onsets = ["b", "c", "ch", "d", "f", "g", "l", "m", "n", "ñ", "p", "r", "s", "t", "tr", "v", "br", "cl", "gr"];
  const vowels = ["a", "e", "i", "o", "u", "a", "e", "o", "ia", "ue"];
  const stressed = ["á", "é", "í", "ó", "ú"];
  const codas = ["", "", "", "n", "r", "l", "s"];
  const known = new Set<string>();
  while (known.size < nameCount) {
    const ending = whole(3) ? pick(vowels) : pick(stressed);
    const syllables = [0, 1].map(() => pick(onsets) + pick(vowels) + pick(codas));
    const name = `${syllables.join("")}${pick(onsets)}${ending}${pick(codas)}`;
    known.add(name.charAt(0).toUpperCase() + name.slice(1));
  }
  return [...known];
}
