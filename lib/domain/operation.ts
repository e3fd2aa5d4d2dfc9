import * as z from "zod/mini";

export const Nothing = z.object({});

/** Output schema of operations that return nothing. The output is always `{}`, whatever the use case returns. */
export const Done = z.pipe(
  z.transform(() => ({})),
  Nothing,
);

/**
 * Callers that an operation allows. A `visitor` has a session but may not have passed the second factor yet. A `key` of
 * the operator API acts for its maker, within its scopes.
 */
export type Access = "operator" | "admin" | "visitor" | "anyone" | "key";

/** Permissions of a key. Each operation of the operator API needs one. */
export const scopes = [
  "submissions:read",
  "submissions:write",
  "submissions:reply",
  "entries:read",
  "entries:write",
  "webhooks:manage",
] as const;
export type Scope = (typeof scopes)[number];

/** Limit of a request body. No valid body is larger, even with every character escaped. */
export const defaultBodyBytesMax = 256 * 1024;

/** Route handler, client, OpenAPI document and tests derive from it. Responses contain only `output`'s properties. */
export type Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access | undefined = Access | undefined,
> = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below /api. A path parameter {name} is part of the input and takes precedence over `source`. */
  path: string;
  source: "none" | "body" | "query" | "path";
  input: Input;
  output: Output;
  status: 200 | 201;
  /** For desk operations only. They also reject requests from pages on other sites. */
  access?: Who;
  /** Scope that a key needs, if `access` is `key`. */
  scope?: Scope;
  /** Maximum size of the body. Default: `defaultBodyBytesMax`. */
  bodyBytesMax?: number;
  /** Timeout of our own client in seconds. Default: 20. */
  waitSeconds?: number;
  /** The rate limits for submissions apply (contract 8.1). */
  isSubmission?: boolean;
  /** A practice submission has no effect, counts against limits of its own, and gets a Practice header. */
  isPractice?: boolean;
  /** The caller proves access to the submission with the Submission-Receipt header. */
  needsReceipt?: boolean;
  /** Seconds for which any cache may keep the response. Default: no-store. */
  cacheSeconds?: number;
  /** For large responses that are the same for everyone until the next release. */
  isCompressed?: boolean;
  isCorsOpen?: boolean;
  /** Properties of input and output to include in the log line. Must not contain personal data. */
  logged?: readonly ("channel" | "route")[];
};

export type PublicOperation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = Operation<Input, Output, undefined> & { summary: string; description: string };

export function defineOperation<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: PublicOperation<Input, Output>,
): PublicOperation<Input, Output> {
  return operation;
}

export function defineDeskOperation<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Who extends Access,
>(operation: Operation<Input, Output, Who> & { access: Who }): Operation<Input, Output, Who> {
  return operation;
}

export function defineDeskGet<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const Who extends Access>(
  operationId: string,
  path: string,
  source: Exclude<Operation["source"], "body">,
  access: Who,
  input: Input,
  output: Output,
): Operation<Input, Output, Who> {
  return { operationId, method: "GET", path, source, input, output, status: 200, access };
}

export function defineDeskPost<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const Who extends Access>(
  operationId: string,
  path: string,
  access: Who,
  input: Input,
  output: Output,
  limits: Pick<Operation, "bodyBytesMax" | "waitSeconds"> = {},
): Operation<Input, Output, Who> {
  return { operationId, method: "POST", path, source: "body", input, output, status: 200, access, ...limits };
}
