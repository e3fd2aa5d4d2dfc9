import { cookies } from "next/headers";
import { receiptParameter } from "#lib/domain/submissions/core/first-touch.ts";
import {
  formatReceiptQuery,
  receiptCookies,
  type Sent,
  type SiteForm,
} from "#lib/domain/submissions/intake/receipt.ts";
import { findSentSubmission, type Receipt, readReceipt } from "#lib/server/submissions/intake/receipts.ts";

type Query = Record<string, string | string[] | undefined>;

/** Reads the receipt from the cookie, or from the URL for browsers that refuse cookies. */
export async function findReceipt(form: SiteForm, query: Query): Promise<Receipt | null> {
  const kept = (await cookies()).get(receiptCookies[form])?.value;
  return readReceipt(form === "contact" ? "inquiry" : "evaluation", new Date(), kept, query[receiptParameter]);
}

type Result = {
  receipt: Receipt | null;
  /** Null without a receipt, for an erased submission, and while the database is unavailable. */
  sent: Sent | null;
  isErased: boolean;
  receiptQuery: string;
};

export async function findResult(form: SiteForm, query: Query): Promise<Result> {
  const receipt = await findReceipt(form, query);
  if (!receipt) return { receipt, sent: null, isErased: false, receiptQuery: "" };
  const sent = await findSentSubmission(receipt);
  const address = query[receiptParameter];
  return {
    receipt,
    sent: typeof sent === "string" ? null : sent,
    isErased: sent === "gone",
    receiptQuery: typeof address === "string" ? formatReceiptQuery(address) : "",
  };
}
