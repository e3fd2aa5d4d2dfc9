// Creates and ends the link that shows others a result. Works without script.
import type { Locale } from "../domain/locale.ts";
import { receiptParameter, tokenParameter, zoneParameter } from "../domain/submissions/core/first-touch.ts";
import { formatReference } from "../domain/submissions/core/submission-ref.ts";
import { endSharedResult, endSharing, shareResult } from "../server/submissions/intake/shared-results.ts";
import type { Exchange } from "./exchange.ts";
import { findReceipt } from "./handle-booking.ts";
import { type FormPages, type FormRoute, respondToForm } from "./handle-form.ts";
import { refuseCrossSite } from "./own-site.ts";
import { readFields } from "./read-body.ts";
import { redirectSeeOther } from "./respond.ts";
import { admitRequest } from "./stations.ts";

/** Limit of the form's body, which contains a receipt or a token, a reference and a time zone. */
const bytesMax = 4 * 1024;

type GetPages = (locale: Locale) => FormPages;
type Fields = Record<string, string>;

function handleLinkForm(name: string, getPages: GetPages, act: (exchange: Exchange, sent: Fields) => Promise<void>) {
  const route: FormRoute = (request, locale) => {
    const query = new URLSearchParams();
    const toPage = ({ result }: FormPages) => `${result}${query.size ? `?${query}` : ""}#share`;
    const form = {
      name,
      getPages,
      post: async (exchange: Exchange, paths: FormPages) => {
        refuseCrossSite(request.headers);
        const sent: Fields = Object.fromEntries(await readFields(request, bytesMax));
        for (const kept of [receiptParameter, zoneParameter]) if (sent[kept]) query.set(kept, sent[kept]);
        admitRequest(exchange);
        await act(exchange, sent);
        return redirectSeeOther(toPage(paths), exchange.headers);
      },
      refusalPage: (_kind: string, _error: unknown, paths: FormPages) => {
        query.set("sharing", "failed");
        return toPage(paths);
      },
    };
    return respondToForm(form, request, locale);
  };
  return route;
}

/** Handles the form of the result page, for the person with the receipt. */
export function handleSharing(getPages: GetPages): FormRoute {
  return handleLinkForm("shareResult", getPages, async (exchange, sent) => {
    const receipt = findReceipt(exchange, sent[receiptParameter]);
    // In another tab, the person may have sent another submission, whose receipt the cookie has now.
    if (!receipt || sent.reference !== formatReference(receipt)) return;
    await (sent.sharing === "end" ? endSharing(receipt) : shareResult(receipt, exchange));
  });
}

/** Handles the form of the page that the link opens. Anyone with the link may end it: the receipt may be gone. */
export function handleSharedResult(getPages: GetPages): FormRoute {
  return handleLinkForm("endSharing", getPages, (_exchange, sent) => endSharedResult(sent[tokenParameter]));
}
