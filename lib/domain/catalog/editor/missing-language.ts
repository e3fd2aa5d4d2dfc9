import type { Locale } from "../../locale.ts";
import type { CatalogDraft } from "../schema.ts";

type Texts = Pick<
  CatalogDraft,
  "titleEn" | "titleEs" | "descriptionEn" | "descriptionEs" | "useCasesEn" | "useCasesEs" | "services"
>;

export type MissingText = {
  locale: Locale;
  part: "title" | "description" | "useCases" | "serviceTitle" | "serviceDescription";
  service?: string;
  /** Number of use cases without a translation. */
  missing?: number;
  /** Number of use cases in the other language. */
  all?: number;
};

export function listMissingTexts(entry: Texts): MissingText[] {
  return [
    ...compareTranslations("title", entry.titleEn, entry.titleEs),
    ...compareTranslations("description", entry.descriptionEn, entry.descriptionEs),
    ...compareLists(entry.useCasesEn, entry.useCasesEs),
    ...entry.services.flatMap(({ id, titleEn, titleEs, descriptionEn, descriptionEs }) =>
      [
        ...compareTranslations("serviceTitle", titleEn, titleEs),
        ...compareTranslations("serviceDescription", descriptionEn, descriptionEs),
      ].map((missing) => ({ ...missing, service: id })),
    ),
  ];
}

function compareTranslations(part: MissingText["part"], english: string, spanish: string): MissingText[] {
  const [hasEnglish, hasSpanish] = [Boolean(english.trim()), Boolean(spanish.trim())];
  if (hasEnglish === hasSpanish) return [];
  return [{ locale: hasEnglish ? "es" : "en", part }];
}

/** Compares only how many use cases there are: an equal number in both languages counts as translated. */
function compareLists(english: string[], spanish: string[]): MissingText[] {
  if (english.length === spanish.length) return [];
  const all = Math.max(english.length, spanish.length);
  const missing = all - Math.min(english.length, spanish.length);
  return [{ locale: english.length === all ? "es" : "en", part: "useCases", missing, all }];
}
