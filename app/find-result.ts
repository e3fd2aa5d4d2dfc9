import { cookies } from "next/headers";
import { cache } from "react";
import { receiptParameter } from "#lib/domain/submissions/core/first-touch.ts";
import {
  formatReceiptQuery,
  receiptCookies,
  type SentSubmission,
  type SiteForm,
} from "#lib/domain/submissions/intake/receipt.ts";
import { findSentSubmission, type Receipt, readReceipt } from "#lib/server/submissions/intake/receipts.ts";
import type { PageQuery } from "./pages.ts";

type Result = {
  receipt: Receipt | null;
  /** Null if there is no receipt, if the submission was erased, or while the database is unavailable. */
  sent: SentSubmission | null;
  isErased: boolean;
  receiptQuery: string;
};

export function findResult(form: SiteForm, { [receiptParameter]: address }: PageQuery): Promise<Result> {
  return readResult(form, typeof address === "string" ? address : undefined);
}

/** Reads the receipt from the cookie, or from the URL if cookies are refused. Cached for both title and page. */
const readResult = cache(async (form: SiteForm, address: string | undefined): Promise<Result> => {
  const kept = (await cookies()).get(receiptCookies[form])?.value;
  const receipt = readReceipt(form === "contact" ? "inquiry" : "evaluation", new Date(), kept, address);
  if (!receipt) return { receipt, sent: null, isErased: false, receiptQuery: "" };
  const sent = await findSentSubmission(receipt);
  return {
    receipt,
    sent: typeof sent === "string" ? null : sent,
    isErased: sent === "gone",
    receiptQuery: address === undefined ? "" : formatReceiptQuery(address),
  };
});
