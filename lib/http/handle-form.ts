import type * as z from "zod/mini";
import { writeFieldFaults } from "../contract/invalid-fields.ts";
import { AppError } from "../domain/errors.ts";
import { Locale } from "../domain/locale.ts";
import type { FieldFault } from "../domain/submissions/field-faults.ts";
import { encodeOutcome, outcomeQuery, outcomeSeconds } from "../domain/submissions/outcome.ts";
import { siteUrl } from "../server/env.ts";
import { answerError, answerSeeOther } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import { answer } from "./handle.ts";
import { laterQueryOf } from "./later-query.ts";
import { formKeyOf, type LeadForm } from "./lead-forms.ts";
import { notFound } from "./not-found.ts";
import { formQueryOf, refuseCrossSite } from "./own-site.ts";
import { readForm } from "./read-form.ts";
import { admitRequest, check, perform, type Verb } from "./stations.ts";
import { knownNoticeVersion } from "./submission-headers.ts";

/** Where a form is, and where it leads, on this site. */
export type FormPaths = { form: string; outcome: string; refused: string };

type Route = (request: Request, context: { params: Promise<{ locale: string }> }) => Promise<Response>;

/**
 * The route handler of a form that is sent without script, through the stations of its operation (`handle`). It leads
 * to the outcome, which a cookie carries where there are any, or to the page that lists what was refused, without a word of what was typed.
 */
export function handleForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  form: LeadForm<Input, Output>,
  verb: Verb<Input, Output>,
  pathsOf: (locale: Locale) => FormPaths,
): Route {
  return async (request, { params }) => {
    const locale = Locale.safeParse((await params).locale).data;
    if (!locale) return notFound(request);
    const paths = pathsOf(locale);
    return answer(
      form.operation.operationId,
      request,
      (exchange) => respond(exchange, form, verb, locale, paths),
      (error, exchange) => refuse(error, exchange, paths),
    );
  };
}

async function respond<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  exchange: Exchange,
  form: LeadForm<Input, Output>,
  verb: Verb<Input, Output>,
  locale: Locale,
  paths: FormPaths,
): Promise<Response> {
  const { request, headers, now, logged } = exchange;
  logged.via = "form";
  if (request.method === "GET" || request.method === "HEAD") return answerSeeOther(paths.form, exchange.headers);
  if (request.method !== "POST") throw new AppError("method_not_allowed", `Use ${methods} here.`, { allow: methods });
  // Before anything is counted: the client is not to pay for what another site makes its browser send.
  refuseCrossSite(request.headers);
  admitRequest(exchange);
  const values = await readForm(request);
  const origin = { language: locale, sourcePage: paths.form };
  const body = form.toBody(values, origin, formQueryOf(request.headers, paths.form));
  const checked = check(form.operation, body);
  if ("refusal" in checked) return tell(exchange, paths, checked.refusal.kind, queryOf(form.fields, checked.faults));
  exchange.submissionKey = formKeyOf(form.operation, body, now);
  exchange.noticeVersion = knownNoticeVersion(values.noticeVersion);
  const result = form.operation.output.parse(await perform(exchange, form.operation, verb, checked.input));
  const outcome = form.toOutcome(result, checked.input, now.getTime());
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  headers["Set-Cookie"] =
    `${form.cookie}=${encodeOutcome(outcome)}; Path=/; Max-Age=${outcomeSeconds}; SameSite=Lax${secure}`;
  // Who brings no cookie may refuse them.
  const query = request.headers.get("cookie") ? "" : outcomeQuery(outcome);
  return answerSeeOther(paths.outcome + query, exchange.headers);
}

const methods = "GET, HEAD, POST";

type Query = Record<string, string>;

/** What a person can mend. A machine that has filled the honeypot is told nothing of it. */
function queryOf(fields: readonly string[], faults: FieldFault[]): Query {
  const own = fields.flatMap((name) => faults.filter(({ field }) => field === name));
  return own.length ? { fields: writeFieldFaults(own) } : { problem: "refused" };
}

/** People are told on a page; what no form of ours sends is answered as everywhere. */
function refuse(error: unknown, exchange: Exchange, paths: FormPaths): Response {
  const kind = error instanceof AppError ? error.kind : "internal";
  const later = laterQueryOf(error);
  if (later) return tell(exchange, paths, kind, later);
  // What is left of the body stays unread.
  if (kind === "too_large") exchange.headers.Connection = "close";
  if (kind === "too_large" || kind === "invalid_input") return tell(exchange, paths, kind, { problem: "refused" });
  return answerError(error, exchange.request, exchange.headers);
}

function tell(exchange: Exchange, { refused }: FormPaths, kind: string, query: Query): Response {
  exchange.logged.refusal = kind;
  return answerSeeOther(`${refused}?${new URLSearchParams(query)}`, exchange.headers);
}
