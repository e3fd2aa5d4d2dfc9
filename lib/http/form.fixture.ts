import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { answersByKeyWorth, nineTwos } from "../domain/submissions/core/valid-input.fixture.ts";
import { post, randomAddress } from "./exchange.fixture.ts";
import type { FormPages, FormRoute } from "./handle-form.ts";
import { toResponse } from "./next-router.ts";

type Fields = Record<string, string>;

/** Fields that a browser without JavaScript sends for the contact form. */
export function contactFields(change: Fields = {}): Fields {
  const person = { name: "Ana Ruiz", email: "ana@example.com", message: "How long does it take?" };
  return { ...person, website: "", noticeVersion: privacyNoticeVersion, ...change };
}

/** Fields of the evaluation form, with the highest answers. */
export function evaluationFields(change: Fields = {}): Fields {
  return {
    ...answersByKeyWorth(nineTwos),
    projectDescription: "A loyalty programme for three countries.",
    discoverySource: "A friend",
    name: "Ana Ruiz",
    role: "Brand manager",
    company: "Casa Ruiz",
    email: "ana@example.com",
    phone: "",
    website: "",
    noticeVersion: privacyNoticeVersion,
    ...change,
  };
}

export const formUrl = "http://localhost:3000/en/contact/send";

export const contactPaths = (locale: string): FormPages => ({
  form: `/${locale}/contact`,
  result: `/${locale}/contact/sent`,
  refused: `/${locale}/contact/refused`,
});

type Options = { from?: string; headers?: Record<string, string> };

export function postForm(fields: Fields | string, { from = randomAddress(), headers = {} }: Options = {}): Request {
  const type = { "content-type": "application/x-www-form-urlencoded", cookie: "locale=en" };
  const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
  return post(body, { url: formUrl, from, headers: { host: "localhost:3000", ...type, ...headers } });
}

export function toFormRoute(route: FormRoute): (request: Request, locale?: string) => Promise<Response> {
  return async (request, locale = "en") => toResponse(await route(request, locale));
}

/** The result of a use case that has stored an inquiry. */
export function acknowledgeInquiry(id: number, sentAt = new Date()) {
  return { id, success: true, receipt: { kind: "inquiry", id, route: null, sentAt } as const };
}
