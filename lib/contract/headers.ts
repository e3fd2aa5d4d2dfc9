import type { JsonObject } from "../domain/json.ts";
import { receiptHeader } from "../domain/submissions/intake/receipt.ts";

export const submissionKeyPattern = /^[A-Za-z0-9_-]{16,64}$/;

const shared = {
  required: false,
  // Empty, because tools that import the OpenAPI document would copy a sample key into every user's requests.
  example: "",
  schema: { type: "string", pattern: submissionKeyPattern.source.replace(/^\^(.*)\$$/, "^($1)?$") },
} as const;
export const submissionKeyHeader = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes it safe to send again. Use the same value for every attempt at this submission, such as a random UUID, and a new one for the next. The submission is stored once, and each attempt gets the first answer. An empty value counts as no key.",
  ...shared,
} as const;

export const submissionKeyQuery = {
  name: "idempotencyKey",
  in: "query",
  description:
    "As the header Idempotency-Key, where headers cannot be sent: the same value for every attempt at this submission.",
  ...shared,
} as const;

export const submissionReceiptHeader = {
  name: receiptHeader,
  in: "header",
  required: true,
  description: "From the header of that name in the answer to the submission. It is valid for seven days.",
  schema: { type: "string" },
};

export function toHeader(description: string): JsonObject {
  return { description, schema: { type: "string" } };
}

/** Headers of every response to a submission (draft-ietf-httpapi-ratelimit-headers-10). */
export const limitHeaders = {
  RateLimit: { $ref: "#/components/headers/RateLimit" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimit-Policy" },
};

export const faultHeaders = {
  "Invalid-Fields": toHeader("Each field at fault and its rule, such as email=pattern, name=required."),
  ...limitHeaders,
};

export const practiceHeaders = { Practice: toHeader("Always true: nothing was stored.") };

export const retryHeaders = { "Retry-After": toHeader("Seconds to wait.") };

export const tooManyHeaders = { ...retryHeaders, ...limitHeaders };

export const receiptHeaders = {
  Location: toHeader("Where to ask, with the receipt, what became of the submission."),
  [receiptHeader]: toHeader("The key to that address and to the free times, for seven days. Keep it secret."),
};
