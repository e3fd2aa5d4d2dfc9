/**
 * A name that a stranger chose, fit to stand beside others: on one line, without characters that cannot be seen or that
 * turn the text around, and cut to `charactersMax` code points. Empty where nothing of it can be seen.
 */
export function shownName(name: string, charactersMax = 48): string {
  const visible = name
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, "")
    .trim();
  const characters = [...visible];
  return characters.length > charactersMax
    ? `${characters
        .slice(0, charactersMax - 1)
        .join("")
        .trimEnd()}…`
    : visible;
}
