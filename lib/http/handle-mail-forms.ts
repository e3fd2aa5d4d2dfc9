// Forms on pages that a mail links to: consent, and the subscription to changes of the catalog.
import { AppError } from "../domain/errors.ts";
import type { Locale } from "../domain/locale.ts";
import { foldAddress } from "../domain/mail-address.ts";
import type { ConsentChange, ConsentPurpose } from "../domain/submissions/core/consent.ts";
import { tokenParameter } from "../domain/submissions/core/first-touch.ts";
import { noticeVersionField } from "../domain/submissions/core/promises.ts";
import { submissionFields } from "../domain/submissions/core/schema.ts";
import { confirmSubscription, endSubscription, requestSubscription } from "../server/catalog/subscribers.ts";
import { spendSubmission } from "../server/limits/submission-limits.ts";
import type { Exchange } from "./exchange.ts";
import { createFormRoute, type FormPages, type FormRoute, type GetPages, toRetryQuery } from "./handle-form.ts";
import type { ApiResponse } from "./message.ts";
import { refuseCrossSite, refuseForeignOrigin } from "./own-site.ts";
import { readParams } from "./path.ts";
import { readBody, readForm } from "./read-body.ts";
import { redirectSeeOther } from "./respond.ts";
import { admitRequest, enforceLimits } from "./stations.ts";

/** The forms contain a token of 43 characters, a version of the privacy notice or an address. */
const bytesMax = 4 * 1024;

type AnswerConsent = (
  input: { token: unknown; noticeVersion: unknown },
  context: { now: Date },
) => Promise<{ purpose: ConsentPurpose }>;

const changes: Record<ConsentPurpose, ConsentChange> = { confirm: "confirmed", withdraw: "withdrawn" };

/** Redirects to the result; to the form's page if the link is unusable; after a temporary failure, keeps the link. */
export function handleConsent(runUseCase: AnswerConsent, getPages: GetPages): FormRoute {
  return createFormRoute("answerConsent", getPages, () => {
    let token: string | undefined;
    return {
      post: async (exchange, paths) => {
        refuseForeignOrigin(exchange.request.headers);
        // Read the token before checking the rate limit: the refusal page passes it on, so that the person can retry.
        const sent = await readForm(exchange.request, bytesMax);
        token = sent[tokenParameter];
        admitRequest(exchange);
        const { purpose } = await runUseCase({ token, noticeVersion: sent[noticeVersionField] }, { now: exchange.now });
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

/**
 * Requests a confirmation mail, or changes the subscription of a token from a mail. Then redirects to a page that shows
 * the subscription's state; a second click changes nothing. A token in the URL, instead of the form, ends the
 * subscription without a redirect (RFC 8058).
 */
export function handleSubscription(getPages: GetPages): FormRoute {
  return createFormRoute("changeSubscription", getPages, () => {
    const query = new URLSearchParams();
    const toPage = ({ result }: FormPages) => `${result}?${query}`;
    let isOneClick = false;
    return {
      post: async (exchange, paths, language) => {
        const { headers, url } = exchange.request;
        const mailed = readParams(url).get(tokenParameter);
        isOneClick = mailed !== null;
        if (mailed !== null) return endSubscriptionByOneClick(exchange, mailed);
        const sent = await readForm(exchange.request, bytesMax);
        const token = sent[tokenParameter];
        if (token === undefined) refuseCrossSite(headers);
        else refuseForeignOrigin(headers);
        if (token !== undefined) query.set(tokenParameter, token);
        admitRequest(exchange);
        if (token === undefined) {
          await requestConfirmation(exchange, sent.email, language);
          query.set("sent", "1");
        } else if (sent.change === "confirm") {
          await confirmSubscription({ token, noticeVersion: sent[noticeVersionField] }, exchange);
        } else {
          await endSubscription(token, exchange);
        }
        return redirectSeeOther(toPage(paths), exchange.headers);
      },
      getPage: ({ url }, { form }) => {
        const token = readParams(url).get(tokenParameter);
        return token === null ? form : `${form}?${new URLSearchParams({ [tokenParameter]: token })}`;
      },
      refusalPage: (kind, error, paths) => {
        if (isOneClick) return undefined;
        const problem = kind === "invalid_input" ? { fields: "email=pattern" } : toRetryQuery(kind, error);
        if (!problem) return undefined;
        for (const [name, value] of Object.entries(problem)) query.set(name, value);
        return toPage(paths);
      },
    };
  });
}

/** @throws AppError `invalid_input`, `rate_limited` */
async function requestConfirmation(exchange: Exchange, given: string | undefined, language: Locale): Promise<void> {
  const email = submissionFields.email.safeParse(foldAddress(given?.trim() ?? "")).data;
  if (email === undefined) throw new AppError("invalid_input", "The email address is invalid.");
  const { clientIp, assistantHost, now } = exchange;
  enforceLimits(exchange, await spendSubmission({ clientIp, assistantHost: assistantHost?.name }, now.getTime()));
  await requestSubscription({ email, language }, { now });
}

/**
 * One-click unsubscribe request from a mail program (RFC 8058), url-encoded or multipart. The response must not
 * redirect.
 */
async function endSubscriptionByOneClick(exchange: Exchange, token: string): Promise<ApiResponse> {
  refuseForeignOrigin(exchange.request.headers);
  admitRequest(exchange);
  const body = new TextDecoder().decode(await readBody(exchange.request, bytesMax));
  if (!body.includes("One-Click")) throw new AppError("invalid_input", "The body must be List-Unsubscribe=One-Click.");
  await endSubscription(token, exchange);
  Object.assign(exchange.headers, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  return { status: 200, headers: exchange.headers, body: "The subscription has ended.\n" };
}
