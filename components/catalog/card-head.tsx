import type { ReactNode } from "react";
import { drawPiece, type Pictogram, pictograms, piecePictogram } from "#components/ui/drawings.ts";
import { shortenText } from "#lib/domain/catalog/matches.ts";
import type { EntryTitle } from "#lib/domain/catalog/rank.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { listKeys } from "#lib/domain/json.ts";
import { fold } from "#lib/domain/spelling.ts";
import { toPlainText } from "#lib/markdown/write.ts";
import { markedHeading } from "./found-in.tsx";

type Props = {
  entry: ApiCatalogEntry;
  as: "h2" | "h3";
  href: string;
  title: ReactNode;
  lead: ReactNode;
  counts?: string;
};

/** The head of an entry's card. The title's link covers the whole card, so the card must be positioned. */
export function CardHead({ entry, as: Heading, href, title, lead, counts }: Props) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 sm:grid-rows-[auto_auto_1fr] sm:items-start sm:gap-x-5">
      {/* The tile is tilted until the card is hovered, touched or focused. */}
      <PictogramTile
        entry={entry}
        className="w-16 -rotate-6 transition-[rotate] duration-300 ease-house group-focus-within/card:rotate-0 group-hover/card:rotate-0 group-active/card:rotate-0 motion-reduce:rotate-0 motion-reduce:transition-none sm:row-span-3 sm:w-20"
      />
      <Heading className={`text-xl wrap-anywhere sm:pt-1 ${markedHeading}`}>
        <a
          className="decoration-accent decoration-3 underline-offset-4 after:absolute after:inset-0 hover:underline"
          href={href}
        >
          {title}
        </a>
      </Heading>
      <p className="wrap-anywhere max-sm:col-span-2">{lead}</p>
      {counts && <p className="text-sm font-medium max-sm:col-span-2">{counts}</p>}
    </div>
  );
}

const size = 140;
const outline = drawPiece({ x: 0, y: 0 }, size, { top: "notch", right: "tab", bottom: "flat", left: "flat" });

export function PictogramTile({ entry, className }: { entry: EntryTitle; className: string }) {
  const name = findPictogram(entry);
  return (
    <svg viewBox="0 0 160 140" className={className} aria-hidden="true">
      <path d={outline} className="fill-primary" />
      <path
        d={name ? pictograms[name] : piecePictogram}
        transform="translate(25 29) scale(1.875)"
        className="fill-none stroke-on-primary stroke-[2.2] [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </svg>
  );
}

const leadMax = 220;

export function toLeadSentence(description: string): string {
  const text = toPlainText(description);
  const sentence = /^.{20,}?[.!?…](?=\s+[\p{Lu}¿¡]|\s*$)/su.exec(text.slice(0, leadMax * 2))?.[0] ?? text;
  return shortenText(sentence, leadMax);
}

/** Patterns for folded text. The first match wins: `prize` comes last, because most entries mention prizes. */
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

export function findPictogram({ slug, titleEn, titleEs }: EntryTitle): Pictogram | null {
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
const names = listKeys(groups);

export function findGroupName(entry: EntryTitle): GroupName {
  const pictogram = findPictogram(entry);
  return names.find((name) => groups[name].some((each) => each === pictogram)) ?? "more";
}

export function sortByGroup<Entry extends EntryTitle>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => names.indexOf(findGroupName(a)) - names.indexOf(findGroupName(b)));
}
