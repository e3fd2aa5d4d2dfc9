import type * as z from "zod/mini";
import { asObject } from "../domain/json.ts";
import type { Operation } from "../domain/operation.ts";
import { receiptHeader } from "../domain/submissions/intake/receipt.ts";
import type { FieldFault } from "../domain/text-bounds.ts";
import { readFieldFaults } from "./refusal.ts";

/** Result of a call, which never throws. */
export type CallOutcome<Result> =
  | { kind: "done"; result: Result; receipt: string | null }
  /** The input was invalid. `faults` is empty if the service did not name the fields. */
  | { kind: "refused"; faults: FieldFault[] }
  | { kind: "unauthorized" | "forbidden" | "not_found" | "conflict" | "too_large" }
  | { kind: "rate_limited" | "unavailable"; retryAfterSeconds: number }
  /** No valid response, but the submission may be stored. A second call with the same key does not store it twice. */
  | { kind: "no_answer" };

type Options = {
  search?: URLSearchParams;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};

const kinds = { 401: "unauthorized", 403: "forbidden", 404: "not_found", 409: "conflict", 413: "too_large" } as const;
const hasKind = (status: number): status is keyof typeof kinds => status in kinds;

const waitSeconds = 20;
/** Used if Retry-After is missing or a date, as in responses from a proxy. */
const retrySeconds = 5;

export function call<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: Operation<Input, Output>,
  body: z.input<Input>,
  options?: Options,
): Promise<CallOutcome<z.output<Output>>> {
  return sendRequest(operation, body, (json) => operation.output.parse(json), options);
}

type Called = Pick<Operation, "method" | "path" | "status" | "waitSeconds">;

/** Calls an operation without its schemas, which the site's forms do not load. */
export async function sendRequest<Result>(
  operation: Called,
  body: unknown,
  parse: (json: unknown) => Result,
  { search, signal, headers }: Options = {},
): Promise<CallOutcome<Result>> {
  const isGet = operation.method === "GET";
  const timeout = AbortSignal.timeout((operation.waitSeconds ?? waitSeconds) * 1000);
  try {
    const response = await fetch(`/api${fillPath(operation, body)}${search?.size ? `?${search}` : ""}`, {
      method: operation.method,
      headers: isGet ? headers : { "Content-Type": "application/json", ...headers },
      body: isGet ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return await readOutcome(operation.status, response, parse);
  } catch {
    return { kind: "no_answer" };
  }
}

export function fillPath({ path }: Pick<Operation, "path">, body: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(asObject(body)[name] ?? "")));
}

async function readOutcome<Result>(
  expected: number,
  response: Response,
  parse: (json: unknown) => Result,
): Promise<CallOutcome<Result>> {
  if (response.status === expected) {
    return { kind: "done", result: parse(await response.json()), receipt: response.headers.get(receiptHeader) };
  }
  const retryAfterSeconds = Number(response.headers.get("retry-after")) || retrySeconds;
  if (response.status === 429) return { kind: "rate_limited", retryAfterSeconds };
  if (response.status >= 500) return { kind: "unavailable", retryAfterSeconds };
  if (hasKind(response.status)) return { kind: kinds[response.status] };
  // A captive portal may have responded with its own page instead of the service.
  if (response.ok || !response.headers.get("content-type")?.includes("json")) return { kind: "no_answer" };
  return { kind: "refused", faults: readFieldFaults(response.headers.get("invalid-fields")) };
}
