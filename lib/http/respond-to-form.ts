import { AppError, type ErrorKind } from "../domain/errors.ts";
import { Locale } from "../domain/locale.ts";
import { type Exchange, respond } from "./exchange.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import { notFound } from "./not-found.ts";
import { redirectSeeOther, respondWithError } from "./respond.ts";

/** Paths of a form's page and of the pages it redirects to. */
export type FormPages = { form: string; result: string; refused: string };
export type FormRoute = (request: ApiRequest, locale: string) => Promise<ApiResponse>;

type Form = {
  name: string;
  getPages: (locale: Locale) => FormPages;
  post: (exchange: Exchange, paths: FormPages, locale: Locale) => Promise<ApiResponse>;
  /** The page to redirect to after an error; undefined responds with JSON. */
  refusalPage: (kind: ErrorKind, error: unknown, paths: FormPages) => string | undefined;
};

/** Responds to a form posted without JavaScript. GET redirects to the form. */
export async function respondToForm(form: Form, request: ApiRequest, language: string): Promise<ApiResponse> {
  const locale = Locale.safeParse(language).data;
  if (!locale) return notFound(request);
  const paths = form.getPages(locale);
  return respond(
    form.name,
    request,
    async (exchange) => {
      exchange.logged.via = "form";
      if (request.method === "POST") return form.post(exchange, paths, locale);
      return redirectSeeOther(paths.form, exchange.headers);
    },
    (error, exchange) => {
      const kind = error instanceof AppError ? error.kind : "internal";
      const page = form.refusalPage(kind, error, paths);
      if (page === undefined) return respondWithError(error, request, exchange.headers);
      // We leave the rest of the body unread.
      if (kind === "too_large") exchange.headers.Connection = "close";
      exchange.logged.refusal = kind;
      return redirectSeeOther(page, exchange.headers);
    },
  );
}

/** Returns the query parameters for a temporary refusal. A rate limit states at least one minute to wait. */
export function retryQuery(kind: ErrorKind, error: unknown): Record<string, string> | undefined {
  if (kind === "unavailable" || kind === "internal") return { problem: "unavailable" };
  if (kind !== "rate_limited") return undefined;
  const seconds = error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0;
  return { problem: kind, minutes: String(Math.max(1, Math.ceil(seconds / 60))) };
}
