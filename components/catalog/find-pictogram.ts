import type { Pictogram } from "#components/ui/drawings.ts";
import type { CatalogDraft } from "#lib/domain/catalog/schema.ts";
import { fold } from "#lib/domain/catalog/search.ts";

/** Beginnings of words, folded, in both languages. The first that occurs counts: most entries are about prizes, too. */
const beginnings: readonly [Pictogram, RegExp][] = [
  ["shipment", /\b(ship|envio|paquete|courier|tracking)/],
  ["draw", /\b(draw|sorteo|raffle|rifa)/],
  ["receipt", /\b(receipt|ticket|invoice|factura|comprobante)/],
  ["message", /\b(messag|mensaje|whatsapp|sms|notif)/],
  ["points", /\b(loyalty|lealtad|point|punto)/],
  ["permit", /\b(permit|permiso|license|licencia)/],
  ["data", /\b(data|dato|export|report|analytic)/],
  ["prize", /\b(prize|premio|reward|recompensa|coupon|cupon)/],
];

export type Named = Pick<CatalogDraft, "slug" | "titleEn" | "titleEs">;

/** The drawing for what an entry's names are about; null if none fits. */
export function findPictogram({ slug, titleEn, titleEs }: Named): Pictogram | null {
  const names = fold(`${slug} ${titleEn} ${titleEs}`);
  return beginnings.find(([, words]) => words.test(names))?.[0] ?? null;
}
