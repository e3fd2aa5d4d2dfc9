import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
  type ToolAnnotations,
  type Tool as ToolDocument,
} from "@modelcontextprotocol/server";
import type * as z from "zod/mini";
import { listFaults } from "../domain/errors.ts";
import { isJsonObject, type JsonObject } from "../domain/json.ts";
import type { Door } from "./door.ts";
import { describeFailure, describeFaults, refuse } from "./refusals.ts";
import { describeInput, describeOutput, type Words } from "./schema-documents.ts";
import { listUnknownArguments } from "./unknown-arguments.ts";

/** One call of a tool. */
export type Call = { name: string; door: Door; context: ServerContext };

type Definition<Input extends z.ZodMiniObject, Output extends z.ZodMiniType> = {
  name: string;
  title: string;
  description: string;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  isSubmission?: boolean;
  input: Input;
  /** Describe the properties of the input. */
  words: Words;
  output: Output;
  /** Completes what was given, before it is checked. */
  prepare?: (given: JsonObject, context: ServerContext) => JsonObject;
  run: (input: z.output<Input>, call: Call) => Promise<z.input<Output> | InputRequiredResult>;
};

/** For a tool that stores nothing. */
export const readingAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export type Tool = {
  /** `isNamed`: for clients that tell their own name with each call, which counts where agentName is left out. */
  describe: (isNamed: boolean) => ToolDocument;
  name: string;
  call: (given: JsonObject, door: Door, context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;
};

/** All faults are told by us, in one text; what the SDK would check first is only shown. */
export function defineTool<Input extends z.ZodMiniObject, Output extends z.ZodMiniType<object, object>>({
  name,
  title,
  description,
  annotations,
  isSubmission = false,
  input,
  words,
  output,
  prepare = (given) => given,
  run,
}: Definition<Input, Output>): Tool {
  const called = { name, isSubmission };
  const outputSchema = describeOutput(output);
  const describe = (isNamed: boolean): ToolDocument => {
    const inputSchema = describeInput(input, words, isNamed ? ["agentName"] : []);
    return { name, title, description, annotations, inputSchema, outputSchema };
  };
  return {
    name,
    describe,
    call: async (given, door, context) => {
      const known = withoutNulls(given);
      const parsed = input.safeParse(prepare(known, context));
      const faults = [...listUnknownArguments(known, input), ...(parsed.error ? listFaults(parsed.error) : [])];
      if (!parsed.success || faults.length) return refuse(describeFaults(faults, called));
      try {
        const result = await run(parsed.data, { name, door, context });
        return isInputRequiredResult(result) ? result : toResult(output.parse(result));
      } catch (error) {
        door.reportError(error);
        return refuse(describeFailure(error, called));
      }
    },
  };
}

/** Strict hosts send null for whatever is left out, inside an object as well. */
function withoutNulls(given: JsonObject): JsonObject {
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, isJsonObject(value) ? withoutNulls(value) : value]));
}

/** The text repeats the structured content, for hosts that read text alone. */
function toResult(value: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: { ...value } };
}
