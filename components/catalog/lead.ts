import { cutAfter } from "#lib/domain/catalog/matches.ts";

const leadMax = 220;

/** The first sentence, or as much as a card has room for. */
export function toLead(description: string): string {
  const sentence = /^.{20,}?[.!?…](?=\s+[\p{Lu}¿¡]|\s*$)/su.exec(description.slice(0, leadMax * 2))?.[0] ?? description;
  return clamp(sentence, leadMax);
}

export function clamp(text: string, max: number): string {
  return text.length > max ? `${cutAfter(text, max)}…` : text;
}
