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

/** The source of route handler, client, OpenAPI document and tests. Responses contain only `output`'s properties. */
export type Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access | undefined = Access | undefined,
> = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path below /api. `input` contains its parameters, such as {id}, and the body's or else the query's properties. */
  path: string;
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
  /** Pages call it every few seconds: only failures of ours are logged, and a call does not extend the session. */
  isPolled?: boolean;
  /** Properties of input and output to include in the log line. Must not contain personal data. */
  logged?: readonly ("channel" | "route")[];
};

export const hasBody = ({ method }: Pick<Operation, "method">): boolean => method === "POST" || method === "PUT";

type GivenPart = "operationId" | "status";
type UnnamedOperation = Omit<Operation, GivenPart> & { status?: Operation["status"] };

/** Gives each operation its key as ID, and the status 200 if it has none. */
export function nameOperations<Table extends Record<string, UnnamedOperation>>(table: Table) {
  const named = Object.entries(table).map(([operationId, operation]) => [
    operationId,
    { status: 200, ...operation, operationId },
  ]);
  return Object.fromEntries(named) as { [Name in keyof Table]: Table[Name] & Pick<Operation, GivenPart> };
}

export function defineDeskGet<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  path: string,
  input: Input,
  output: Output,
) {
  return { method: "GET", path, input, output, access: "operator" } as const;
}

export function defineDeskPost<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const Who extends Access>(
  path: string,
  access: Who,
  input: Input,
  output: Output,
  limits: Pick<Operation, "bodyBytesMax" | "waitSeconds"> = {},
) {
  return { method: "POST", path, input, output, access, ...limits } as const;
}
