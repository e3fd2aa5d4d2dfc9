import { randomUUID } from "node:crypto";
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { AppError } from "../domain/errors.ts";
import type { Locale } from "../domain/locale.ts";
import { toOneLine, toShownName } from "../domain/plain-text.ts";
import { fields, type TypedField, typedFields } from "../domain/submissions/core/fields.ts";
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import { getAnswerTexts } from "../domain/submissions/core/question-texts.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import type { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { assistantText } from "../i18n/texts.ts";
import { formatLongDate } from "../i18n/time-in-words.ts";
import { quoteText } from "../markdown/write.ts";
import { deriveKey } from "../server/derived-keys.ts";
import { hashSubmission } from "../server/submissions/intake/submit.ts";
import type { Consent, Door } from "./door.ts";
import { type Call, readClient } from "./tool.ts";

/** Seconds for which the state of a consent question is valid: long enough for the person to read the question. */
const stateSeconds = 600;
const field = "agree";
const request = "consent";

/** The state carried by a consent question. It is signed but not encrypted, so it must not contain personal data. */
const State = z.object({ print: z.string(), key: z.string(), notice: z.string() });
type State = z.output<typeof State>;

type Input = EvaluationInput | ContactInput;
type ConsentQuestion = { message: string; title: string; description: string };

/** @throws AppError `forbidden` when the person did not agree */
export function askConsent(input: Input, call: Call): Promise<InputRequiredResult | Consent> {
  return askPerson(hashSubmission(input).toString("base64url"), writeConsentQuestion(input, call.door), call);
}

/**
 * Asks the person for consent if the client supports forms. The question's state binds the response to these arguments;
 * its one-time key becomes the submission key. If the state is forged, expired or from another question, we ask again.
 * If it is sent twice, the second call returns the first result. If the person declines, it can store nothing any more.
 * Proves only that the client claims agreement.
 * @returns the question, or how the person agreed
 * @throws AppError `forbidden` when the person did not agree
 */
export async function askPerson(
  print: string,
  question: ConsentQuestion,
  { name, door, context }: Call,
): Promise<InputRequiredResult | Consent> {
  if (!readClient(context).hasForms) return { consentEvidence: "claimed" };
  const codec = createRequestStateCodec<State>({
    key: deriveKey("consent questions").export(),
    ttlSeconds: stateSeconds,
  });
  const state = await readState(codec, context);
  const answer = inputResponse(withoutPrototype(context.mcpReq.inputResponses), request);
  if (state?.print !== print || answer.kind !== "elicit") {
    const { message, title, description } = question;
    const agree = { type: "boolean", title, description } as const;
    return inputRequired({
      inputRequests: {
        [request]: inputRequired.elicit({
          message,
          requestedSchema: { type: "object", properties: { [field]: agree }, required: [field] },
        }),
      },
      requestState: await codec.mint({ print, key: randomUUID(), notice: privacyNoticeVersion }),
    });
  }
  if (answer.action !== "accept" || withoutPrototype(answer.content)[field] !== true) {
    await door.blockDeclinedKey(state.key).catch(door.reportError);
    throw new AppError(
      "forbidden",
      `The person has not agreed. Nothing was stored. Do not call ${name} again unless the person asks for it.`,
    );
  }
  return { consentEvidence: "elicited", submissionKey: state.key, noticeVersion: state.notice };
}

/** Copies an object to one without a prototype, in case the caller sent a property named `__proto__`. */
const withoutPrototype = (given: object = {}): Record<string, unknown> => Object.assign(Object.create(null), given);

/** The same bytes have several base64 spellings, and we accept only ours. */
const isCanonicalEncoding = (state: string) =>
  state
    .split(".")
    .slice(1)
    .every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

/** Returns undefined for a forged or expired state, after which we ask again. */
async function readState(codec: RequestStateCodec<State>, context: ServerContext): Promise<State | undefined> {
  const given = context.mcpReq.requestState();
  if (typeof given !== "string" || !isCanonicalEncoding(given)) return undefined;
  try {
    return State.parse(await codec.verify(given, context));
  } catch {
    return undefined;
  }
}

const asked = [...new Set([...typedFields.evaluation, ...typedFields.inquiry])].sort(
  (one, other) => Number(fields[one].isLong) - Number(fields[other].isLong),
);

/** Quotes the submitted values below our own text, so that no value can pass for our words. */
function writeConsentQuestion(input: Input, { site: { name, url } }: Door): ConsentQuestion {
  const t = assistantText(input.language);
  const given: Partial<Record<TypedField, string>> = input;
  const agent = toShownName(input.agentName ?? "");
  const opening = t("consent.opening", {
    agent,
    company: name,
    host: new URL(url).host,
    notice: formatLongDate(new Date(privacyNoticeVersion), input.language, "UTC"),
    hasPhone: given.phone ? "yes" : "no",
  });
  const lines = asked.flatMap((field) => {
    const [label, value] = [t(`fields.labels.${field}`), given[field]];
    if (value === undefined) return [];
    return [fields[field].isLong ? `${label}:\n${quoteText(value)}` : `${label}: “${toOneLine(value, value.length)}”`];
  });
  return {
    message: [opening, lines.join("\n"), ...listAnswers(input)].join("\n\n"),
    title: t("consent.title"),
    description: t("consent.description", { company: name }),
  };
}

type BookingQuestion = { agentName: string; time: string; language: Locale };

export function writeBookingQuestion(
  { agentName, time, language }: BookingQuestion,
  { site: { name }, bookingHost }: Door,
) {
  const t = assistantText(language);
  const values = { agent: toShownName(agentName), company: name, host: bookingHost, time };
  return {
    message: t("consent.booking.opening", values),
    title: t("consent.title"),
    description: t("consent.booking.description", values),
  };
}

function listAnswers(input: Input): string[] {
  if (!("answersByKey" in input) || !input.answersByKey) return [];
  const { answersByKey, language } = input;
  const lines = questions.map(({ key }) => {
    const { label, value } = getAnswerTexts(key, answersByKey[key], language);
    return `${label} ${value}`;
  });
  return [`${assistantText(language)("consent.answers")}:\n${lines.join("\n")}`];
}
