import * as z from "zod/mini";

export const Nothing = z.object({});

/** The output `{}`, whatever the use case returns. */
export const Done = z.pipe(
  z.transform(() => ({})),
  Nothing,
);

/** Who may call an operation of the desk. A visitor has a session, perhaps without a second factor yet. */
export type Access = "operator" | "admin" | "visitor" | "anyone";

/**
 * One operation of the service. The route handler, the client, the OpenAPI document and the tests all derive from it;
 * what a caller may send is `input`, read from the place named by `source`, and only what `output` names leaves.
 */
export type Operation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access | undefined = Access | undefined,
> = {
  operationId: string;
  method: "GET" | "POST";
  /** Below /api, with {name} for a path parameter. Path parameters are part of the input and win over `source`. */
  path: string;
  source: "none" | "body" | "query" | "path";
  input: Input;
  output: Output;
  status: 200 | 201;
  /** Set for the operations of the desk: they are closed to other sites' pages. */
  access?: Who;
  /** The default is 256 KiB. */
  bodyBytesMax?: number;
  /** The time-out of the client; the default is 20. */
  waitSeconds?: number;
  /** Counts as a submission: rate limited (spec 8.1). */
  isSubmission?: boolean;
  /** Seconds any cache may keep the answer; none means no-store. */
  cacheSeconds?: number;
  /** Open to scripts of every origin. */
  isCorsOpen?: boolean;
  /** Properties of input and output that the log line may carry: never a person's. */
  logged?: readonly ("channel" | "route")[];
};

/** An operation that the OpenAPI document describes. */
export type PublicOperation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = Operation<Input, Output, undefined> & { summary: string; description: string };

/** Keeps the schemas' own types while checking the shape. */
export function defineOperation<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: PublicOperation<Input, Output>,
): PublicOperation<Input, Output> {
  return operation;
}

/** An operation of the desk: JSON in, JSON out, never cached. */
export function defineDeskOperation<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  const Who extends Access,
>(operation: Operation<Input, Output, Who> & { access: Who }): Operation<Input, Output, Who> {
  return operation;
}
