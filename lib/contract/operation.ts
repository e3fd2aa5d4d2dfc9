import * as z from "zod/mini";

export const Nothing = z.object({});

/**
 * One operation of the service. The route handler, the OpenAPI document and the tests all derive from it; what a
 * caller may send is `input`, read from the place named by `source`, and only what `output` names leaves.
 */
export type Operation<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> = {
  operationId: string;
  method: "GET" | "POST";
  /** Below /api, with {name} for a path parameter. */
  path: string;
  summary: string;
  description: string;
  source: "none" | "body" | "query" | "path";
  input: Input;
  output: Output;
  status: 200 | 201;
  /** Counts as a submission: rate limited (spec 8.1). */
  isSubmission: boolean;
  /** Seconds any cache may keep the answer; none means no-store. */
  cacheSeconds?: number;
  /** Open to scripts of every origin. */
  isCorsOpen: boolean;
  /** Properties of input and output that the log line may carry: never a person's. */
  logged?: readonly ("channel" | "route")[];
};

/** Keeps the schemas' own types while checking the shape. */
export function defineOperation<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
