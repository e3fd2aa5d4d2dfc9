const notShown = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

/** `text` on one line, fit for a header: no control characters, none that turn text around, cut to code points. */
export function oneLine(text: string, charactersMax = 120): string {
  return cut(text.toWellFormed().replace(notShown, " ").trim(), charactersMax);
}

/** At most `charactersMax` code points, the last an ellipsis where something is missing; at a word where one ends near. */
export function cut(text: string, charactersMax: number): string {
  const characters = [...text];
  if (characters.length <= charactersMax) return text;
  const kept = characters.slice(0, charactersMax - 1).join("");
  const next = characters[charactersMax - 1] ?? "";
  const wholeWords = /\s/u.test(next) ? kept : kept.replace(/\s\S*$/u, "");
  // A word longer than that is cut: of a text without spaces nothing would be left.
  return `${(wholeWords.length > kept.length / 2 ? wholeWords : kept).trimEnd()}…`;
}
