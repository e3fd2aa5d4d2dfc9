import { randomFrom } from "./random.ts";

const nameCount = 40_000;

/** Invented brand and place names, the same in every run. A third of them have an accented letter. */
export const names = inventNames();

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
