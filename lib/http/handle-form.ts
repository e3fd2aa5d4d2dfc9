import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { operations } from "../contract/operations.ts";
import { writeFieldFaults } from "../contract/refusal.ts";
import { AppError, type ErrorKind } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { Locale } from "../domain/locale.ts";
import type { Operation } from "../domain/operation.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { formFields } from "../domain/submissions/core/fields.ts";
import { findNoticeVersion, noticeVersionField } from "../domain/submissions/core/promises.ts";
import {
  evaluationFormFields,
  type FormOrigin,
  type FormValues,
  isHoneypotFilled,
  toContactBody,
  toEvaluationBody,
} from "../domain/submissions/intake/form-body.ts";
import { formatReceiptCookie, formatReceiptQuery, type SiteForm } from "../domain/submissions/intake/receipt.ts";
import type { FieldFault } from "../domain/text-bounds.ts";
import { isSiteSecure } from "../server/env.ts";
import { writeReceipt } from "../server/submissions/intake/receipts.ts";
import type { WithReceipt } from "../server/submissions/intake/submit.ts";
import { type Exchange, respond } from "./exchange.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import { notFound } from "./not-found.ts";
import { refuseCrossSite } from "./own-site.ts";
import { readForm } from "./read-body.ts";
import { redirectSeeOther, respondWithError } from "./respond.ts";
import { admitRequest, checkInput, runOperation } from "./stations.ts";

type HandledForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  operation: Operation<Input, Output>;
  fields: readonly string[];
  toBody: (values: FormValues, origin: FormOrigin) => JsonObject;
  name: SiteForm;
};

type SubmitUseCase<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = (
  input: z.output<Input>,
  context: RequestContext,
) => Promise<z.input<Output> & WithReceipt>;

export const evaluationForm = {
  operation: operations.submitEvaluation,
  fields: evaluationFormFields,
  toBody: toEvaluationBody,
  name: "evaluation",
} as const;

export const contactForm = {
  operation: operations.submitContact,
  fields: formFields.inquiry,
  toBody: toContactBody,
  name: "contact",
} as const;

/**
 * Works without JavaScript: runs the steps of `handle`, then redirects to the result, or to a page that lists the
 * refused fields. The URL of that page contains no values. The receipt goes into a cookie and, if the browser may
 * refuse cookies, also into the URL.
 */
export function handleForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  form: HandledForm<Input, Output>,
  runUseCase: SubmitUseCase<Input, Output>,
  getPages: GetPages,
  countSent?: (form: SiteForm, language: Locale, exchange: Exchange) => Promise<void>,
): FormRoute {
  return createFormRoute(form.operation.operationId, getPages, () => ({
    post: async (exchange, paths, locale) => {
      const response = await submitForm(exchange, form, runUseCase, locale, paths);
      if (exchange.logged.refusal === undefined) await countSent?.(form.name, locale, exchange);
      return response;
    },
    refusalPage: (kind, error, paths) => {
      // A conflict means that the same text was sent before and is erased.
      const isRefused = kind === "too_large" || kind === "invalid_input" || kind === "conflict";
      const query = toRetryQuery(kind, error) ?? (isRefused ? { problem: "refused" } : undefined);
      return query && `${paths.refused}?${new URLSearchParams(query)}`;
    },
  }));
}

async function submitForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  exchange: Exchange,
  form: HandledForm<Input, Output>,
  runUseCase: SubmitUseCase<Input, Output>,
  locale: Locale,
  paths: FormPages,
): Promise<ApiResponse> {
  const { request, headers, now, logged } = exchange;
  // Refused before the limits: requests that another site makes a browser send must not count against the client.
  refuseCrossSite(request.headers);
  admitRequest(exchange);
  const values = await readForm(request);
  const origin = { language: locale, sourcePage: paths.form };
  const body = form.toBody(values, origin);
  const checked = checkInput(form.operation, body);
  if ("refusal" in checked) {
    logged.refusal = checked.refusal.kind;
    return redirectSeeOther(`${paths.refused}?${toFaultQuery(form.fields, checked.faults)}`, headers);
  }
  exchange.submissionKey = createFormKey(form.operation, body, now);
  exchange.noticeVersion = findNoticeVersion(values[noticeVersionField]);
  exchange.isHoneypotFilled = isHoneypotFilled(values);
  const stored = await runOperation(exchange, form.operation, runUseCase, checked.input);
  form.operation.output.parse(stored);
  const receipt = writeReceipt(stored.receipt);
  headers["Set-Cookie"] = formatReceiptCookie(form.name, receipt, isSiteSecure());
  // A browser that sends no cookies may refuse them, so the receipt goes into the URL.
  const query = request.headers.get("cookie") ? "" : formatReceiptQuery(receipt);
  return redirectSeeOther(paths.result + query, headers);
}

/** Lists faults of visible fields only, so that a bot that filled in a hidden field does not find out. */
function toFaultQuery(fields: readonly string[], faults: FieldFault[]): URLSearchParams {
  const own = fields.flatMap((name) => faults.filter(({ field }) => field === name));
  return new URLSearchParams(own.length ? { fields: writeFieldFaults(own) } : { problem: "refused" });
}

/** Without JavaScript, a second click sends the form twice; both must count as one submission. */
function createFormKey({ operationId }: Operation, body: JsonObject, now: Date): string {
  const content = JSON.stringify([operationId, now.toISOString().slice(0, 10), body]);
  return createHash("sha256").update(content).digest("base64url");
}

export type FormPages = { form: string; result: string; refused: string };
export type FormRoute = (request: ApiRequest, locale: string) => Promise<ApiResponse>;

export type GetPages = (locale: Locale) => FormPages;

type Form = {
  post: (exchange: Exchange, paths: FormPages, locale: Locale) => Promise<ApiResponse>;
  refusalPage: (kind: ErrorKind, error: unknown, paths: FormPages) => string | undefined;
  /** Redirect target of a GET. Default: the page of the form. */
  getPage?: (request: ApiRequest, paths: FormPages) => string;
};

/** `createForm` is called for each request, so that its functions can share what they read. */
export function createFormRoute(name: string, getPages: GetPages, createForm: () => Form): FormRoute {
  return async (request, language) => {
    const locale = Locale.safeParse(language).data;
    if (!locale) return notFound(request);
    const paths = getPages(locale);
    const form = createForm();
    const work = async (exchange: Exchange) => {
      exchange.logged.via = "form";
      if (request.method === "POST") return form.post(exchange, paths, locale);
      return redirectSeeOther(form.getPage?.(request, paths) ?? paths.form, exchange.headers);
    };
    return respond(name, request, work, (error, exchange) => {
      const kind = error instanceof AppError ? error.kind : "internal";
      const page = form.refusalPage(kind, error, paths);
      if (page === undefined) return respondWithError(error, request, exchange.headers);
      // The connection closes, because we leave the remaining body unread.
      if (kind === "too_large") exchange.headers.Connection = "close";
      exchange.logged.refusal = kind;
      return redirectSeeOther(page, exchange.headers);
    });
  };
}

/** Only for temporary refusals. For a rate limit, the parameters state at least one minute to wait. */
export function toRetryQuery(kind: ErrorKind, error: unknown): Record<string, string> | undefined {
  if (kind === "unavailable" || kind === "internal") return { problem: "unavailable" };
  if (kind !== "rate_limited") return undefined;
  const seconds = error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0;
  return { problem: kind, minutes: String(Math.max(1, Math.ceil(seconds / 60))) };
}
