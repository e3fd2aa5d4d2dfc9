import { adminText, deskFormat } from "#lib/i18n/admin-text.ts";

/** A share from 0 to 1 in whole percent; null is a dash. */
export function percentText(share: number | null): string {
  if (share === null) return adminText("overview")("noShare");
  return deskFormat.number(share, { style: "percent", maximumFractionDigits: 0 });
}
