/**
 * A name chosen by a stranger, safe to show beside others: one line, no invisible or direction-changing characters, at
 * most `charactersMax` code points. Empty where no visible character is left.
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
