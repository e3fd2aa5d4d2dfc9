import type { Pictogram } from "#components/ui/drawings.ts";
import type { CatalogDraft } from "#lib/domain/catalog/schema.ts";
import { fold } from "#lib/domain/spelling.ts";

/** Matched in folded text. The first match wins: `prize` comes last, because most entries mention prizes. */
const words: readonly [Pictogram, RegExp][] = [
  ["shipment", /\b(ship(ments?|ping)|envios?|paquetes?|courier|tracking)\b/],
  ["permit", /\b(permit(s|ting)?|permisos?|licen[cs]es?|licencias?)\b/],
  ["data", /\b(data|datos?|exports?|exportacion(es)?|reports?|reporting|reportes?|analytics)\b/],
  ["draw", /\b(draws?|sorteos?|raffles?|rifas?)\b/],
  ["receipt", /\b(receipts?|tickets?|invoices?|facturas?|comprobantes?)\b/],
  ["message", /\b(messag(es?|ing)|mensaj(es?|eria)|whatsapp|sms|notifications?|notificacion(es)?)\b/],
  ["points", /\b(loyalty|lealtad|points(?!.of.sale)|puntos(?!.de.venta))\b/],
  ["prize", /\b(prizes?|premios?|rewards?|recompensas?|coupons?|cupon(es)?)\b/],
];

export type Named = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs">;

export function findPictogram({ slug, titleEn, titleEs }: Named): Pictogram | null {
  const names = fold(`${slug} ${titleEn} ${titleEs}`);
  return words.find(([, each]) => each.test(names))?.[0] ?? null;
}

/** Groups of entries, in the order of the phases of a campaign. */
const groups = {
  join: ["receipt", "message"],
  reward: ["points", "draw", "prize", "shipment"],
  record: ["permit", "data"],
  more: [],
} as const satisfies Record<string, readonly Pictogram[]>;

export type GroupName = keyof typeof groups;
const names = Object.keys(groups) as GroupName[];

export function findGroup(entry: Named): GroupName {
  const pictogram = findPictogram(entry);
  return names.find((name) => groups[name].some((each) => each === pictogram)) ?? "more";
}

export function sortByGroup<Entry extends Named>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => names.indexOf(findGroup(a)) - names.indexOf(findGroup(b)));
}
