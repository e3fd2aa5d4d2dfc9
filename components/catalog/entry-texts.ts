import { cutAfter } from "#lib/domain/catalog/matches.ts";
import { toPlainText } from "#lib/markdown/plain.ts";

const leadMax = 220;

export function toLead(description: string): string {
  const text = toPlainText(description);
  const sentence = /^.{20,}?[.!?…](?=\s+[\p{Lu}¿¡]|\s*$)/su.exec(text.slice(0, leadMax * 2))?.[0] ?? text;
  return clamp(sentence, leadMax);
}

export function clamp(text: string, max: number): string {
  return text.length > max ? `${cutAfter(text, max)}…` : text;
}
