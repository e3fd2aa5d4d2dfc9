import * as z from "zod/mini";

export const Nothing = z.object({});

/** Outputs `{}`, whatever the use case returns. */
export const Done = z.pipe(
  z.transform(() => ({})),
  Nothing,
);

/** A visitor has a session, perhaps without a second factor yet. */
export type Access = "operator" | "admin" | "visitor" | "anyone";

/**
 * Source of the route handler, the client, the OpenAPI document and tests. `source`: place of the input. Responses have
 * only the properties of `output`.
 */
export type Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access | undefined = Access | undefined,
> = {
  operationId: string;
  method: "GET" | "POST";
  /** Below /api. A path parameter {name} is part of the input and wins over `source`. */
  path: string;
  source: "none" | "body" | "query" | "path";
  input: Input;
  output: Output;
  status: 200 | 201;
  /** For the desk: also refuses requests from other sites' pages. */
  access?: Who;
  /** Default: 256 KiB. */
  bodyBytesMax?: number;
  /** Time-out of the client. Default: 20. */
  waitSeconds?: number;
  /** Rate limited (contract 8.1). */
  isSubmission?: boolean;
  /** A submission without effect. It has its own limits, and each response has the header Practice. */
  isPractice?: boolean;
  /** For any cache. Default: no-store. */
  cacheSeconds?: number;
  /** The response is large, and the same for everyone until the next release. */
  isCompressed?: boolean;
  isCorsOpen?: boolean;
  /** Properties of input and output for the log line: no personal data. */
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
