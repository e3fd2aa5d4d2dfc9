import type { Locale } from "../../locale.ts";
import type { CatalogDraft } from "../schema.ts";

type Texts = Pick<
  CatalogDraft,
  "titleEn" | "titleEs" | "descriptionEn" | "descriptionEs" | "useCasesEn" | "useCasesEs" | "services"
>;

/** A text that is there in one language only. */
export type MissingText = {
  /** The language it is missing in. */
  locale: Locale;
  part: "title" | "description" | "useCases" | "serviceTitle" | "serviceDescription";
  /** Whose text it is, where it is a service's. */
  service?: string;
};

/** Everything of an entry that only readers of one language find, in the order of the form. */
export function missingLanguage(entry: Texts): MissingText[] {
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

/**
 * The fields without which an entry cannot be read in both languages, services by their index: `services.0.titleEs`.
 * It is not published without them.
 */
export function missingForReaders(entry: Texts): string[] {
  const texts = ["titleEn", "titleEs", "descriptionEn", "descriptionEs"] as const;
  const titles = ["titleEn", "titleEs"] as const;
  return [
    ...texts.filter((name) => !entry[name].trim()),
    ...entry.services.flatMap((service, at) =>
      titles.filter((name) => !service[name].trim()).map((name) => `services.${at}.${name}`),
    ),
  ];
}

function compare(part: MissingText["part"], english: string, spanish: string): MissingText[] {
  const [hasEnglish, hasSpanish] = [Boolean(english.trim()), Boolean(spanish.trim())];
  if (hasEnglish === hasSpanish) return [];
  return [{ locale: hasEnglish ? "es" : "en", part }];
}

/** A list of use cases is translated when there are as many in both. */
function compareLists(english: string[], spanish: string[]): MissingText[] {
  if (english.length === spanish.length) return [];
  return [{ locale: english.length > spanish.length ? "es" : "en", part: "useCases" }];
}
