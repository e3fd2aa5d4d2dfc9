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

export type Call = { name: string; door: Door; context: ServerContext };

type Definition<Input extends z.ZodMiniObject, Output extends z.ZodMiniType> = {
  name: string;
  title: string;
  description: string;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  isSubmission?: boolean;
  input: Input;
  /** Descriptions of the input's properties. */
  words: Words;
  output: Output;
  /** Completes the arguments before validation. */
  prepare?: (given: JsonObject, context: ServerContext) => JsonObject;
  run: (input: z.output<Input>, call: Call) => Promise<z.input<Output> | InputRequiredResult>;
};

/** Hints for tools that store nothing. */
export const readingAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export type Tool = {
  /** `isNamed`: the client sends its name with each call, which is used if `agentName` is missing. */
  describe: (isNamed: boolean) => ToolDocument;
  name: string;
  call: (given: JsonObject, door: Door, context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;
};

/** Creates a tool that reports all faults in one text. The SDK does not enforce the schema shown to clients. */
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

/** Removes null values: strict hosts send them for omitted properties, also inside objects. */
function withoutNulls(given: JsonObject): JsonObject {
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, isJsonObject(value) ? withoutNulls(value) : value]));
}

/** Repeats the structured content as text, for hosts that read only text. */
function toResult(value: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: { ...value } };
}
