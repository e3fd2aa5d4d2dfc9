import type { Locale } from "../../locale.ts";
import type { CatalogDraft } from "../schema.ts";

type Texts = Pick<
  CatalogDraft,
  "titleEn" | "titleEs" | "descriptionEn" | "descriptionEs" | "useCasesEn" | "useCasesEs" | "services"
>;

/** A text that an entry has in one language only. */
export type MissingText = {
  /** The language without it. */
  locale: Locale;
  part: "title" | "description" | "useCases" | "serviceTitle" | "serviceDescription";
  /** Id of the service, for a service's text. */
  service?: string;
};

/** The texts that readers of one language do not find, in the order of the form. */
export function listMissingTexts(entry: Texts): MissingText[] {
  return [
    ...compare("title", entry.titleEn, entry.titleEs),
    ...compare("description", entry.descriptionEn, entry.descriptionEs),
    ...compareLists(entry.useCasesEn, entry.useCasesEs),
    ...entry.services.flatMap(({ id, titleEn, titleEs, descriptionEn, descriptionEs }) =>
      [
        ...compare("serviceTitle", titleEn, titleEs),
        ...compare("serviceDescription", descriptionEn, descriptionEs),
      ].map((missing) => ({ ...missing, service: id })),
    ),
  ];
}

function compare(part: MissingText["part"], english: string, spanish: string): MissingText[] {
  const [hasEnglish, hasSpanish] = [Boolean(english.trim()), Boolean(spanish.trim())];
  if (hasEnglish === hasSpanish) return [];
  return [{ locale: hasEnglish ? "es" : "en", part }];
}

/** Use cases count as translated when there are as many in both languages. */
function compareLists(english: string[], spanish: string[]): MissingText[] {
  if (english.length === spanish.length) return [];
  return [{ locale: english.length > spanish.length ? "es" : "en", part: "useCases" }];
}
