export const submissionKeyPattern = /^[A-Za-z0-9_-]{16,64}$/;

/** For callers that cannot send the header Idempotency-Key. */
export const submissionKeyParameter = {
  name: "idempotencyKey",
  in: "query",
  required: false,
  description:
    "Makes sending again safe: the same value for every attempt at this submission, a new one for another. The submission is stored once, and each attempt gets the first answer. Such as a random UUID. Same as the header Idempotency-Key.",
  schema: { type: "string", pattern: submissionKeyPattern.source },
} as const;
