import { fold } from "../fold.ts";
import type { CatalogDraft } from "./schema.ts";

const stemLength = 5;
/** Minimum number of words that an entry and the text share. A single shared word may be chance. */
const sharedWordsMin = 2;

/** Best first. Compares five letters, so that "promotions" finds "promociones". Words in few entries count more. */
export function findRelated<Entry extends CatalogDraft>(text: string, entries: readonly Entry[], max: number): Entry[] {
  const wanted = listStems(text);
  const entryStems = entries.map((entry) => listStems(toText(entry)));
  const weights = [...wanted].map((stem) => {
    const entryCount = entryStems.filter((stems) => stems.has(stem)).length;
    return { stem, weight: entryCount ? Math.log(entries.length / entryCount) : 0 };
  });
  const telling = weights.filter(({ weight }) => weight > 0);
  const rated = entries.map((entry, at) => {
    const shared = telling.filter(({ stem }) => entryStems[at]?.has(stem));
    return { entry, count: shared.length, weight: shared.reduce((sum, { weight }) => sum + weight, 0) };
  });
  const fitting = rated.filter(({ count }) => count >= sharedWordsMin).sort((a, b) => b.weight - a.weight);
  return fitting.slice(0, max).map(({ entry }) => entry);
}

function listStems(text: string): Set<string> {
  const words = fold(text).match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= stemLength).map((word) => word.slice(0, stemLength)));
}

function toText({ titleEn, titleEs, descriptionEn, descriptionEs, useCasesEn, useCasesEs }: CatalogDraft): string {
  return [titleEn, titleEs, descriptionEn, descriptionEs, ...useCasesEn, ...useCasesEs].join("\n");
}
