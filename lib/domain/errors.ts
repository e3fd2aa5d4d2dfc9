import * as z from "zod/mini";
import { described } from "./schema-kit.ts";

/** Stable error codes (contract section 7). If several apply, the first one counts. */
export const stableCodes = ["consent_required", "agent_name_required", "answers_required", "rate_limited"] as const;
export type StableCode = (typeof stableCodes)[number];

/** The HTTP status of each kind of error. */
export const errorStatuses = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorKind = keyof typeof errorStatuses;

type Details = {
  code?: StableCode;
  fields?: readonly string[];
  retryAfterSeconds?: number;
  allow?: string;
  cause?: unknown;
};

const brand = Symbol.for("encaje.AppError");

/** The only error thrown on purpose. `message` is safe to show; `cause` is logged. */
export class AppError extends Error {
  /** Next bundles this class twice, so an error may be an instance of the other copy. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && brand in value;
  }

  readonly [brand] = true;
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly code: StableCode | undefined;
  /** For invalid_input: invalid fields that no schema check reports. */
  readonly fields: readonly string[];
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.kind = kind;
    this.code = details.code;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.allow = details.allow;
  }
}

/** For `catch`: turns errors of one kind into a result, and throws all others again. */
export function onKind<Result>(kind: ErrorKind, recover: (error: AppError) => Result): (error: unknown) => Result {
  return (error) => {
    if (error instanceof AppError && error.kind === kind) return recover(error);
    throw error;
  };
}

/** The body of an error response (contract 2.10). */
export const ApiError = z.object({
  error: described("What is wrong and what to change, for people.", z.string()),
  code: z.optional(described("Stable reason, where there is one.", z.enum(stableCodes))),
});
export type ApiError = z.infer<typeof ApiError>;

const pathLengthMax = 80;

function formatPath(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const shown = name.replace(/^\./, "").toWellFormed();
  return shown.length > pathLengthMax ? `${shown.slice(0, pathLengthMax).toWellFormed()}…` : shown;
}

function findCode(issue: z.core.$ZodIssue): StableCode | undefined {
  return issue.code === "custom" ? issue.params?.code : undefined;
}

/** Lists one sentence per invalid field, without full stop, with the field's name and bound but never its value. */
export function listFaults(error: z.core.$ZodError): string[] {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const name = formatPath(issue.path) || "The body";
    if (!faults.has(name) || findCode(issue)) faults.set(name, `${name} ${issue.message}`);
  }
  return [...faults.values()];
}

export function toInvalidInput(error: z.core.$ZodError): AppError {
  const codes = error.issues.map(findCode);
  return new AppError("invalid_input", `Invalid payload: ${listFaults(error).join("; ")}.`, {
    code: stableCodes.find((code) => codes.includes(code)),
  });
}
