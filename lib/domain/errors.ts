import * as z from "zod/mini";
import { described } from "./schema-kit.ts";

/** The stable codes of spec section 7, in the order in which they win over one another. */
export const stableCodes = ["consent_required", "agent_name_required", "answers_required", "rate_limited"] as const;
export type StableCode = (typeof stableCodes)[number];

export const errorKinds = [
  "invalid_input",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "unavailable",
  "internal",
] as const;
export type ErrorKind = (typeof errorKinds)[number];

type Details = {
  code?: StableCode;
  fields?: readonly string[];
  retryAfterSeconds?: number;
  allow?: string;
  cause?: unknown;
};

/**
 * The one error this product throws on purpose. `message` is written by us and safe for the caller;
 * `cause` is for the log alone. Which status a kind becomes is known in lib/http/answer only.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly code: StableCode | undefined;
  /** The fields of the input at fault, for invalid_input, where the schema could not see it. */
  readonly fields: readonly string[];
  readonly retryAfterSeconds: number | undefined;
  /** The methods that would have worked, for method_not_allowed. */
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

/** Spec 2.10. */
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

/**
 * The refusal of a payload: the text names every field at fault with its bound, never a value; the code is the
 * first stable one in the order of spec section 7, or none.
 */
export function invalidInput(error: z.core.$ZodError): AppError {
  const faults = new Map<string, string>();
  for (const issue of error.issues) {
    const name = formatPath(issue.path) || "The body";
    if (!faults.has(name) || findCode(issue)) faults.set(name, `${name} ${issue.message}`);
  }
  const codes = error.issues.map(findCode);
  return new AppError("invalid_input", `Invalid payload: ${[...faults.values()].join("; ")}.`, {
    code: stableCodes.find((code) => codes.includes(code)),
  });
}
