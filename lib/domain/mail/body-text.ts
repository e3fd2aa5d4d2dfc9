import { cut } from "./one-line.ts";

/** Text of several lines without characters that cannot be seen or that turn it around; at most one line is empty. Twice is as once. */
export function bodyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/(?!\s)[\p{Cc}\p{Bidi_Control}]/gu, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** What stands between empty lines. */
export function paragraphsOf(text: string): string[] {
  return bodyText(text)
    .split("\n\n")
    .filter((paragraph) => paragraph !== "");
}

/** The beginning of a text, at most `charactersMax` code points. */
export function excerptOf(text: string, charactersMax = 400): string {
  return cut(bodyText(text), charactersMax);
}
