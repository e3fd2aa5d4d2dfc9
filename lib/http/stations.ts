import type * as z from "zod/mini";
import { AppError, toInvalidInput } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import type { Operation } from "../domain/operation.ts";
import { listFieldFaults } from "../domain/submissions/core/field-faults.ts";
import type { FieldFault } from "../domain/text-bounds.ts";
import { env } from "../server/env.ts";
import { findAssistantHost } from "../server/limits/assistants.ts";
import type { LimitState } from "../server/limits/memory-limiter.ts";
import { spendRequest, spendSubmission } from "../server/limits/submission-limits.ts";
import { readClientIp } from "./client-ip.ts";
import type { Exchange } from "./exchange.ts";
import type { ApiHeaders } from "./message.ts";

/** Call this before the body is read. @throws AppError `rate_limited` */
export function admitRequest(exchange: Exchange, isPractice = false): void {
  const { headers } = exchange.request;
  const { TRUSTED_PROXY_HOPS, ASSISTANT_CERTIFICATE_HEADER: certificateHeader } = env();
  const clientIp = readClientIp(headers, TRUSTED_PROXY_HOPS);
  const assistantHost = findAssistantHost(clientIp, certificateHeader ? headers.get(certificateHeader) : null);
  Object.assign(exchange, { clientIp, assistantHost });
  enforceLimits(exchange, [
    spendRequest({ clientIp, assistantHost: assistantHost?.name, isPractice }, exchange.now.getTime()),
  ]);
}

type CheckedInput<Input extends z.ZodMiniType> =
  | { input: z.output<Input> }
  | { refusal: AppError; faults: FieldFault[] };

export function checkInput<Input extends z.ZodMiniType>(
  { input }: Operation<Input>,
  value: unknown,
): CheckedInput<Input> {
  const parsed = input.safeParse(value);
  if (parsed.success) return { input: parsed.data };
  const faults = isJsonObject(value) ? listFieldFaults(parsed.error, value) : [];
  return { refusal: toInvalidInput(parsed.error), faults };
}

/** Counts a submission against the limits, then runs the use case. @throws AppError `rate_limited`, and its errors */
export async function runOperation<Input, Result, Context extends Exchange>(
  exchange: Context,
  operation: Operation,
  runUseCase: (input: Input, context: Context) => Promise<Result>,
  input: Input,
): Promise<Result> {
  logProperties(exchange, operation, input);
  if (operation.isSubmission) {
    await verifySigner(exchange);
    const { clientIp, assistantHost, subjectHash, now } = exchange;
    exchange.logged.hostEvidence = assistantHost?.evidence ?? "none";
    const by = {
      clientIp,
      assistantHost: assistantHost?.name,
      subjectHash,
      agentName: readAgentName(input),
      isPractice: operation.isPractice,
    };
    enforceLimits(exchange, await spendSubmission(by, now.getTime()));
  }
  const result = await runUseCase(input, exchange);
  logProperties(exchange, operation, result);
  return result;
}

/** Call this only for valid submissions, because it costs CPU time. A client certificate makes it unnecessary. */
async function verifySigner(exchange: Exchange): Promise<void> {
  const { request, now, assistantHost } = exchange;
  if (assistantHost?.evidence === "mtls" || request.headers.get("signature-agent") === null) return;
  const { findSigner } = await import("./request-signature.ts");
  const name = await findSigner(request, now);
  if (name !== undefined) exchange.assistantHost = { name, evidence: "signature" };
}

function readAgentName(input: unknown): string | undefined {
  const isAgent = isJsonObject(input) && input.channel === "ai_agent";
  return isAgent && typeof input.agentName === "string" ? input.agentName : undefined;
}

const originByPolicy: Record<string, string> = {
  agent: "from this agentName",
  host: "from this assistant's host",
  subject: "from this person",
  booking: "for this submission",
  key: "from this key",
};
const countsRequests = ["requests", "booking", "key", "steps", "inbound"];

/** @throws AppError `rate_limited` */
export function enforceLimits(exchange: Exchange, states: LimitState[]): void {
  const now = exchange.now.getTime();
  setRateLimitHeaders(exchange.headers, states, now);
  const exhausted = states.find(({ isAllowed }) => !isAllowed);
  if (!exhausted) return;
  const retryAfterSeconds = getRetryAfterSeconds(exhausted, now);
  const { name } = exhausted.policy;
  const [what, origin] = [
    countsRequests.includes(name) ? "requests" : "submissions",
    originByPolicy[name] ?? "from this client",
  ];
  throw new AppError("rate_limited", `Too many ${what} ${origin}. Try again in ${retryAfterSeconds} seconds.`, {
    code: "rate_limited",
    retryAfterSeconds,
  });
}

function logProperties({ logged }: Exchange, operation: Operation, value: unknown): void {
  for (const name of operation.logged ?? []) {
    const property = isJsonObject(value) ? value[name] : undefined;
    if (property !== undefined) logged[name] = property;
  }
}

export function getRetryAfterSeconds({ resetAt }: LimitState, now: number): number {
  return Math.max(1, Math.floor((resetAt - now) / 1000) + 1);
}

/** Sets the headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10). */
function setRateLimitHeaders(headers: ApiHeaders, states: LimitState[], now: number): void {
  headers["RateLimit-Policy"] = states
    .map(({ policy }) => `"${policy.name}";q=${policy.max};w=${policy.windowSeconds}`)
    .join(", ");
  headers.RateLimit = states
    .map((state) => `"${state.policy.name}";r=${state.remaining};t=${getRetryAfterSeconds(state, now)}`)
    .join(", ");
}
