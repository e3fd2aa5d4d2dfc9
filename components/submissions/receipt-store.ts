import {
  formatReceiptCookie,
  formatReceiptQuery,
  receiptCookies,
  type SiteForm,
} from "#lib/domain/submissions/intake/receipt.ts";

/** @returns the query of the result's page, needed if the browser refuses cookies */
export function keepReceipt(form: SiteForm, receipt: string | null): string {
  // A proxy may have dropped the header. In that case an earlier receipt stays.
  if (receipt === null) return "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we support
  document.cookie = formatReceiptCookie(form, receipt, window.location.protocol === "https:");
  return readReceipt(form) === receipt ? "" : formatReceiptQuery(receipt);
}

export function readSent(form: SiteForm): { reference: string; sentAt: Date } | undefined {
  const [reference, _route, time] = readReceipt(form)?.split(".") ?? [];
  return reference && time ? { reference, sentAt: new Date(Number.parseInt(time, 36)) } : undefined;
}

function readReceipt(form: SiteForm): string | undefined {
  const start = `${receiptCookies[form]}=`;
  const pair = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  return pair?.slice(start.length);
}
