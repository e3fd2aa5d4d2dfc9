import type { Locale } from "next-intl";
import { cutAfter } from "#lib/domain/catalog/matches.ts";
import type { ApiCatalogEntry, ApiCatalogService } from "#lib/domain/catalog/schema.ts";
import { toPlainText } from "#lib/markdown/plain.ts";

export type ServiceTexts = Omit<ApiCatalogService, `${string}${"En" | "Es"}`> & { title: string; description: string };

/** The texts of an entry in one language. */
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

const leadMax = 220;

/** The first sentence, or as much as a card has room for, without the marks of Markdown. */
export function toLead(description: string): string {
  const text = toPlainText(description);
  const sentence = /^.{20,}?[.!?…](?=\s+[\p{Lu}¿¡]|\s*$)/su.exec(text.slice(0, leadMax * 2))?.[0] ?? text;
  return clamp(sentence, leadMax);
}

export function clamp(text: string, max: number): string {
  return text.length > max ? `${cutAfter(text, max)}…` : text;
}
