// Forms on pages that belong to one submission. They work without JavaScript.
import type { ErrorKind } from "../domain/errors.ts";
import { receiptParameter, tokenParameter, zoneParameter } from "../domain/submissions/core/first-touch.ts";
import { formatReference } from "../domain/submissions/core/submission-ref.ts";
import type { FormValues } from "../domain/submissions/intake/form-body.ts";
import { receiptCookies } from "../domain/submissions/intake/receipt.ts";
import { readReminderToken } from "../server/bookings/by-receipt.ts";
import { type Receipt, readReceipt } from "../server/submissions/intake/receipts.ts";
import { setSharedAt } from "../server/submissions/intake/shared-results.ts";
import type { Exchange } from "./exchange.ts";
import { createFormRoute, type FormPages, type FormRoute, type GetPages } from "./handle-form.ts";
import type { ApiRequest } from "./message.ts";
import { refuseCrossSite, refuseForeignOrigin } from "./own-site.ts";
import { readForm } from "./read-body.ts";
import { redirectSeeOther } from "./respond.ts";
import { admitRequest } from "./stations.ts";

/** Limit of the form's body, which contains a receipt, a time and a time zone. */
const bytesMax = 4 * 1024;

export type Proof = {
  parameter: string;
  refuseOthers: (headers: ApiRequest["headers"]) => void;
  find: (exchange: Exchange, given: string | undefined) => Receipt | null;
};

export const byReceipt: Proof = { parameter: receiptParameter, refuseOthers: refuseCrossSite, find: findReceipt };
export const byReminder: Proof = {
  parameter: tokenParameter,
  refuseOthers: refuseForeignOrigin,
  find: ({ now }, token) => readReminderToken(token, now),
};

type ReceiptForm = {
  name: string;
  getPages: GetPages;
  proof: Proof;
  /** Page parameter that names the problem. */
  problem: string;
  fragment?: string;
  /** @returns the problem to show, or undefined on success */
  act: (exchange: Exchange, receipt: Receipt, sent: FormValues) => Promise<string | undefined>;
  toProblem: (kind: ErrorKind) => string;
};

/** Redirects back to the page, which shows the change or the problem. */
export function handleReceiptForm({ name, getPages, proof, problem, fragment = "", ...form }: ReceiptForm): FormRoute {
  return createFormRoute(name, getPages, () => {
    const query = new URLSearchParams();
    const toPage = ({ result }: FormPages) => `${result}${query.size ? `?${query}` : ""}${fragment}`;
    return {
      post: async (exchange, paths) => {
        proof.refuseOthers(exchange.request.headers);
        const sent = await readForm(exchange.request, bytesMax);
        for (const kept of [proof.parameter, zoneParameter]) if (sent[kept]) query.set(kept, sent[kept]);
        admitRequest(exchange);
        const receipt = proof.find(exchange, sent[proof.parameter]);
        // In another tab, the person may have sent another submission, whose receipt the cookie has now.
        const isOwn = receipt && sent.reference === formatReference(receipt);
        const wrong = isOwn ? await form.act(exchange, receipt, sent) : form.toProblem("not_found");
        if (wrong) query.set(problem, wrong);
        return redirectSeeOther(toPage(paths), exchange.headers);
      },
      refusalPage: (kind, _error, paths) => {
        query.set(problem, form.toProblem(kind));
        return toPage(paths);
      },
    };
  });
}

/** Reads the receipt from the cookie and from the given text. Returns the newer one. */
export function findReceipt({ request, now }: Exchange, given: string | undefined | null): Receipt | null {
  const cookies = request.headers.get("cookie") ?? "";
  const kept = new RegExp(`(?:^|; *)${receiptCookies.evaluation}=([^;]*)`).exec(cookies)?.[1];
  return readReceipt("evaluation", now, kept, given);
}

/** Creates or ends the link that shows others a result. */
export function handleSharing(getPages: GetPages): FormRoute {
  return handleReceiptForm({
    name: "shareResult",
    getPages,
    proof: byReceipt,
    problem: "sharing",
    fragment: "#share",
    act: async (exchange, receipt, sent) => {
      await setSharedAt(receipt, sent.sharing === "end" ? null : exchange.now);
      return undefined;
    },
    toProblem: () => "failed",
  });
}
