export const submissionKeyPattern = /^[A-Za-z0-9_-]{16,64}$/;

const shared = {
  required: false,
  // Importers write a sampled value into the request of everybody.
  example: "",
  schema: { type: "string", pattern: "^([A-Za-z0-9_-]{16,64})?$" },
} as const;
const meaning =
  "Makes sending again safe: the same value for every attempt at this submission, a new one for another, such as a random UUID. The submission is stored once, and each attempt gets the first answer. Empty is none.";

export const submissionKeyHeader = { name: "Idempotency-Key", in: "header", description: meaning, ...shared } as const;

/** For callers that cannot send headers. */
export const submissionKeyQuery = {
  name: "idempotencyKey",
  in: "query",
  description: `${meaning} Same as the header Idempotency-Key, for callers that cannot send headers.`,
  ...shared,
} as const;
