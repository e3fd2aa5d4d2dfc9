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
import { privacyNoticeVersion } from "../domain/submissions/core/promises.ts";
import type { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { deriveKey } from "../server/derived-keys.ts";
import { hashSubmission } from "../server/submissions/intake/submit.ts";
import { readClient } from "./client.ts";
import type { Consent } from "./door.ts";
import { writeConsentQuestion } from "./texts.ts";
import type { Call } from "./tool.ts";

/** Long enough to read what is sent. */
const stateSeconds = 600;
const field = "agree";
const request = "consent";

/** What the person is asked about. It is signed, not encrypted: no personal data. */
const State = z.object({ print: z.string(), key: z.string(), notice: z.string() });
type State = z.output<typeof State>;

/**
 * Asks the person where the client has forms for that. The state binds the answer to these very arguments, and its
 * one-time key becomes the submission key: a forged or swapped state is asked again, a replayed one gets the first
 * result, a declined one stores nothing any more. It proves that the client says a person agreed, no more.
 * @returns the question, or how the person agreed
 * @throws AppError `forbidden` when the person did not agree
 */
export async function askConsent(
  input: EvaluationInput | ContactInput,
  { name, door, context }: Call,
): Promise<InputRequiredResult | Consent> {
  if (!readClient(context).hasForms) return { consentEvidence: "claimed" };
  const print = hashSubmission(input).toString("base64url");
  const codec = createRequestStateCodec<State>({ key: deriveKey("consent questions"), ttlSeconds: stateSeconds });
  const state = await readState(codec, context);
  const answer = inputResponse(toOwn(context.mcpReq.inputResponses), request);
  if (state?.print !== print || answer.kind !== "elicit") {
    const { message, title, description } = writeConsentQuestion(input, door, privacyNoticeVersion);
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
  if (answer.action !== "accept" || toOwn(answer.content)[field] !== true) {
    await door.takeSubmissionKey(state.key);
    throw new AppError(
      "forbidden",
      `The person has not agreed. Nothing was stored. Do not call ${name} again unless the person asks for it.`,
    );
  }
  return { consentEvidence: "elicited", submissionKey: state.key, noticeVersion: state.notice };
}

/** Without what a caller made inherited, by a property named `__proto__`. */
const toOwn = (given: object = {}): Record<string, unknown> => Object.assign(Object.create(null), given);

/** As it was written: base64 can be spelled in several ways. */
const isExact = (state: string) =>
  state
    .split(".")
    .slice(1)
    .every((part) => Buffer.from(part, "base64url").toString("base64url") === part);

/** Undefined for a state that is not ours or too old: the person is asked again. */
async function readState(codec: RequestStateCodec<State>, context: ServerContext): Promise<State | undefined> {
  const given = context.mcpReq.requestState();
  if (typeof given !== "string" || !isExact(given)) return undefined;
  try {
    return State.parse(await codec.verify(given, context));
  } catch {
    return undefined;
  }
}
