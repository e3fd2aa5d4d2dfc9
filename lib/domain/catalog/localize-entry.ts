import type { Locale } from "../locale.ts";
import type { ApiCatalogEntry, ApiCatalogService } from "./schema.ts";

export type ServiceTexts = Omit<ApiCatalogService, `${string}${"En" | "Es"}`> & { title: string; description: string };

export type EntryTexts = { title: string; description: string; useCases: string[]; services: ServiceTexts[] };

export function localizeEntry(entry: ApiCatalogEntry, locale: Locale): EntryTexts {
  const isSpanish = locale === "es";
  return {
    title: isSpanish ? entry.titleEs : entry.titleEn,
    description: isSpanish ? entry.descriptionEs : entry.descriptionEn,
    useCases: isSpanish ? entry.useCasesEs : entry.useCasesEn,
    services: entry.services.map(({ titleEn, titleEs, descriptionEn, descriptionEs, ...service }) => ({
      ...service,
      title: isSpanish ? titleEs : titleEn,
      description: isSpanish ? descriptionEs : descriptionEn,
    })),
  };
}
