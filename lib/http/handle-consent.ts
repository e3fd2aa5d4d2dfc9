import { AppError } from "../domain/errors.ts";
import { Locale } from "../domain/locale.ts";
import type { ConsentPurpose } from "../domain/submissions/consent.ts";
import { type ConsentChange, noticeVersionField, tokenParameter } from "../domain/submissions/consent-parameters.ts";
import { answerError, answerSeeOther } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import { answer } from "./handle.ts";
import { laterQueryOf } from "./later-query.ts";
import { notFound } from "./not-found.ts";
import { refuseCrossSite } from "./own-site.ts";
import { readFields } from "./read-form.ts";
import { admitRequest } from "./stations.ts";

/** Where the pages around a link are: its own, what has been done, and why nothing has. */
export type ConsentPaths = { page: string; done: string; refused: string };

type AnswerConsent = (
  input: { token: unknown; noticeVersion: unknown },
  context: { now: Date },
) => Promise<{ purpose: ConsentPurpose }>;
type Route = (request: Request, context: { params: Promise<{ locale: string }> }) => Promise<Response>;

/**
 * The route handler of the one button on a link's page. It leads to what has been done; where the link does not work
 * (any more), to the page that says so; and otherwise to one from which the link can be opened again.
 */
export function handleConsent(verb: AnswerConsent, pathsOf: (locale: Locale) => ConsentPaths): Route {
  return async (request, { params }) => {
    const locale = Locale.safeParse((await params).locale).data;
    if (!locale) return notFound(request);
    const paths = pathsOf(locale);
    let token: string | undefined;
    return answer(
      "answerConsent",
      request,
      async (exchange) => {
        const { headers, now, logged } = exchange;
        logged.via = "form";
        if (request.method === "GET" || request.method === "HEAD") return answerSeeOther(paths.page, headers);
        if (request.method !== "POST") {
          throw new AppError("method_not_allowed", `Use ${methods} here.`, { allow: methods });
        }
        refuseOtherSites(request.headers);
        // First, so that whoever has to wait is led back to the link.
        const fields = await readFields(request, bytesMax);
        const sent = (field: string) => fields.find(([name]) => name === field)?.[1];
        token = sent(tokenParameter);
        admitRequest(exchange);
        const { purpose } = await verb({ token, noticeVersion: sent(noticeVersionField) }, { now });
        logged.purpose = purpose;
        return answerSeeOther(`${paths.done}?done=${changes[purpose]}`, headers);
      },
      (error, exchange) => refuse(error, exchange, paths, token),
    );
  };
}

/** A token is 43 characters, a version 10. */
const bytesMax = 4 * 1024;
const methods = "GET, HEAD, POST";
const changes: Record<ConsentPurpose, ConsentChange> = { confirm: "confirmed", withdraw: "withdrawn" };

/**
 * The page tells no referrer, and so no origin; browsers of before 2023 have no other word for who sends. Whoever has
 * the secret may use it.
 */
function refuseOtherSites(headers: Headers): void {
  const isUntold = headers.get("origin") === "null" && !headers.has("sec-fetch-site");
  if (!isUntold) refuseCrossSite(headers);
}

/** People are told on a page; what no form of ours sends is answered as everywhere. */
function refuse(error: unknown, exchange: Exchange, paths: ConsentPaths, token: string | undefined): Response {
  const { request, headers, logged } = exchange;
  const kind = error instanceof AppError ? error.kind : "internal";
  // What is left of the body stays unread.
  if (kind === "too_large") headers.Connection = "close";
  if (kind === "not_found" || kind === "too_large" || kind === "invalid_input") {
    logged.refusal = kind;
    return answerSeeOther(paths.page, headers);
  }
  const later = laterQueryOf(error);
  if (!later) return answerError(error, request, headers);
  logged.refusal = kind;
  const query = new URLSearchParams(later);
  if (token !== undefined) query.set(tokenParameter, token);
  return answerSeeOther(`${paths.refused}?${query}`, headers);
}
