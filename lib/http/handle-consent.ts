import type { ConsentChange, ConsentPurpose } from "../domain/submissions/core/consent.ts";
import { tokenParameter } from "../domain/submissions/core/first-touch.ts";
import { noticeVersionField } from "../domain/submissions/core/promises.ts";
import { createFormRoute, type FormRoute, type GetPages, toRetryQuery } from "./handle-form.ts";
import { refuseForeignOrigin } from "./own-site.ts";
import { readFields } from "./read-body.ts";
import { redirectSeeOther } from "./respond.ts";
import { admitRequest } from "./stations.ts";

type AnswerConsent = (
  input: { token: unknown; noticeVersion: unknown },
  context: { now: Date },
) => Promise<{ purpose: ConsentPurpose }>;

/** Maximum size of the form's body, which contains a token of 43 characters and a version of 10. */
const bytesMax = 4 * 1024;
const changes: Record<ConsentPurpose, ConsentChange> = { confirm: "confirmed", withdraw: "withdrawn" };

/** Redirects to the form's page if the link is unusable, or after a temporary failure to a page that keeps the link. */
export function handleConsent(runUseCase: AnswerConsent, getPages: GetPages): FormRoute {
  return createFormRoute("answerConsent", getPages, () => {
    let token: string | undefined;
    return {
      post: async (exchange, paths) => {
        refuseForeignOrigin(exchange.request.headers);
        // Read the token before checking the rate limit: the refusal page passes it on, so that the person can retry.
        const fields = await readFields(exchange.request, bytesMax);
        const sent = (field: string) => fields.find(([name]) => name === field)?.[1];
        token = sent(tokenParameter);
        admitRequest(exchange);
        const { purpose } = await runUseCase({ token, noticeVersion: sent(noticeVersionField) }, { now: exchange.now });
        exchange.logged.purpose = purpose;
        return redirectSeeOther(`${paths.result}?done=${changes[purpose]}`, exchange.headers);
      },
      refusalPage: (kind, error, paths) => {
        if (kind === "not_found" || kind === "too_large" || kind === "invalid_input") return paths.form;
        const retry = toRetryQuery(kind, error);
        const query = new URLSearchParams({ ...retry, ...(token !== undefined && { [tokenParameter]: token }) });
        return retry && `${paths.refused}?${query}`;
      },
    };
  });
}
