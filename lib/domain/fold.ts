/** Lower-cases and removes accents, because people often omit them when typing: "Envío" becomes "envio". */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
