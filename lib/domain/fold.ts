/** Removes case and accents, as people type in a hurry: "Envío" becomes "envio". */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
