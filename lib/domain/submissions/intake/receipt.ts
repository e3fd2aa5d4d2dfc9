import { receiptParameter } from "../core/first-touch.ts";
import type { ReplyTerms } from "../core/promises.ts";
import type { JudgedAnswer } from "../core/questions.ts";
import type { StoredTexts } from "../core/submission.ts";

/** Cookies with the receipts that let a person see the result again (lib/server/submissions/intake/receipts). */
export const receiptCookies = { evaluation: "evaluation-receipt", contact: "contact-receipt" } as const;
export type SiteForm = keyof typeof receiptCookies;

/** Response header with the receipt, read by the form's script. */
export const receiptHeader = "Submission-Receipt";

export const receiptDays = 7;
export const receiptSeconds = receiptDays * 24 * 60 * 60;

/** Days that a shared link to a result stays valid. */
export const sharedLinkDays = 30;

/** Formats the receipt's cookie for both Set-Cookie and document.cookie. A receipt needs no escaping. */
export function formatReceiptCookie(form: SiteForm, receipt: string, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${receiptSeconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${receiptCookies[form]}=${receipt}; ${attributes}`;
}

export function formatReceiptQuery(receipt: string): string {
  return `?${new URLSearchParams({ [receiptParameter]: receipt })}`;
}

export type SentSubmission = {
  /** Answers of an evaluation. Empty for an inquiry. */
  answers: JudgedAnswer[];
  /** Time at which the person created the link that shows others the result. */
  sharedAt: Date | null;
  promise: { dueAt: Date; terms: ReplyTerms } | null;
} & (({ kind: "evaluation" } & StoredTexts["evaluation"]) | ({ kind: "inquiry" } & StoredTexts["inquiry"]));
