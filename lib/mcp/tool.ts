import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
  type ToolAnnotations,
  type Tool as ToolDocument,
} from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { collectVocabulary, findNearWords } from "../domain/catalog/vocabulary.ts";
import { AppError, listFaults } from "../domain/errors.ts";
import { asObject, isJsonObject, type JsonObject } from "../domain/json.ts";
import type { Door } from "./door.ts";

/** The client's description of itself, sent with each request. Empty before the 2026 revision. */
type Client = { name: unknown; hasForms: boolean };

export function readClient({ mcpReq }: ServerContext): Client {
  const envelope = asObject(mcpReq.envelope);
  const { elicitation } = asObject(envelope[CLIENT_CAPABILITIES_META_KEY]);
  // A client that declares elicitation without naming modes supports forms.
  const hasForms = isJsonObject(elicitation) && ("form" in elicitation || !Object.keys(elicitation).length);
  return { name: asObject(envelope[CLIENT_INFO_META_KEY]).name, hasForms };
}

/** Fills in a missing `agentName` with the name that the host sends, so that hosts need not repeat it. */
function fillInAgentName(given: JsonObject, context: ServerContext): JsonObject {
  const { name } = readClient(context);
  return given.agentName === undefined && name !== undefined ? { ...given, agentName: name } : given;
}

export type Call = { name: string; door: Door; context: ServerContext };

type Definition<Input extends z.ZodMiniObject, Output extends z.ZodMiniType> = {
  name: string;
  title: string;
  description: string;
  annotations: Required<Omit<ToolAnnotations, "title">>;
  isSubmission?: boolean;
  input: Input;
  /** Descriptions of arguments, in place of those of the schema. */
  words?: Words;
  output: Output;
  prepare?: (given: JsonObject) => JsonObject;
  run: (input: z.output<Input>, call: Call) => Promise<z.input<Output> | InputRequiredResult>;
};

export const readingAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reports all faults in one text. The SDK does not enforce the schema that clients see, so this checks the input. */
export function defineTool<Input extends z.ZodMiniObject, Output extends z.ZodMiniType<object, object>>({
  name,
  title,
  description,
  annotations,
  isSubmission = false,
  input,
  words = {},
  output,
  prepare = (given) => given,
  run,
}: Definition<Input, Output>) {
  const called = { name, isSubmission };
  // Objects accept additional properties: otherwise clients with version 1 of the MCP SDK would throw on new ones.
  const outputSchema = toDocument<OutputDocument>(withoutAnnotations(toJsonSchema(output, "output")));
  /** `isNamed`: the client sends its name with each call, which is used if `agentName` is missing. */
  const describe = (isNamed: boolean): ToolDocument => {
    const inputSchema = describeInput(input, words, isNamed ? ["agentName"] : []);
    return { name, title, description, annotations, inputSchema, outputSchema };
  };
  return {
    name,
    describe,
    call: async (given: JsonObject, door: Door, context: ServerContext) => {
      const known = withoutNulls(given);
      const parsed = input.safeParse(prepare("agentName" in input.shape ? fillInAgentName(known, context) : known));
      const faults = [...listUnknownArguments(known, input), ...(parsed.error ? listFaults(parsed.error) : [])];
      if (!parsed.success || faults.length) return createRefusal(describeFaults(faults, called));
      try {
        const result = await run(parsed.data, { name, door, context });
        return isInputRequiredResult(result) ? result : toResult(output.parse(result));
      } catch (error) {
        door.reportError(error);
        return createRefusal(describeFailure(error, called));
      }
    },
  };
}

/** Removes null values, also those of nested objects, because strict hosts send null for omitted properties. */
function withoutNulls(given: JsonObject): JsonObject {
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, isJsonObject(value) ? withoutNulls(value) : value]));
}

/** Builds a result that repeats the structured content as text, for hosts that read only text. */
function toResult(value: object): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: { ...value } };
}

const unknownMax = 5;
/** Minimum length of a partial name to search for. Shorter ones would match parts of too many other names. */
const partMin = 4;

/** Lists unknown arguments as faults, because a caller would believe that an ignored argument had an effect. */
function listUnknownArguments(given: JsonObject, { shape }: z.ZodMiniObject, path = ""): string[] {
  const free = Object.keys(shape).filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(shape, name));
  const faults = unknown.slice(0, unknownMax).map((name) => {
    // Repeats only short, plain names: a name could be as long as the body, or contain instructions for the reader.
    const shown = /^[\w-]{1,40}$/.test(name) ? path + name : "an argument with another name";
    const near = findNestedArgument(name, shape) ?? findSimilarArgument(name, free);
    const unused = free.length ? `not given yet: ${free.join(", ")}` : "all arguments were given";
    const hint = near ? `did you mean ${path}${near}?` : unused;
    return `${shown} is not an argument (${hint})`;
  });
  const nested = Object.entries(shape).flatMap(([name, schema]) => {
    const inner = toObjectSchema(schema);
    const value = given[name];
    if (!inner || !isJsonObject(value)) return [];
    return listUnknownArguments(value, inner, `${path}${name}.`);
  });
  return [...faults, ...nested];
}

function findNestedArgument(name: string, shape: z.core.$ZodShape): string | undefined {
  const outer = Object.keys(shape).find((key) => {
    const inner = toObjectSchema(shape[key]);
    return inner && Object.hasOwn(inner.shape, name);
  });
  return outer && `${outer}.${name}`;
}

function toObjectSchema(schema: unknown): z.ZodMiniObject | undefined {
  const inner = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  return inner instanceof z.ZodMiniObject ? inner : undefined;
}

function findSimilarArgument(name: string, free: string[]): string | undefined {
  const plain = toPlain(name);
  const isPart = (whole: string, part: string) => part.length >= partMin && whole.includes(part);
  const [similar] = findNearWords(plain, collectVocabulary(free.map(toPlain)).spellings);
  const parts = free.filter((known) => isPart(toPlain(known), plain) || isPart(plain, toPlain(known)));
  return (
    free.find((known) => toPlain(known) === plain) ??
    parts.toSorted((a, b) => b.length - a.length)[0] ??
    free.find((known) => toPlain(known) === similar)
  );
}

const toPlain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");

const textMax = 1_000;
const otherWay = "If the person would rather send it themselves, prepare_form writes a link to the filled form.";

/** Text only: clients with version 1 of the MCP SDK throw on structured content outside the output schema. */
function createRefusal(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}

type CalledTool = { name: string; isSubmission: boolean };

/** Reduces the last faults of a long text to their fields. Faults begin with the field and omit the caller's value. */
function describeFaults(faults: string[], { name, isSubmission }: CalledTool): string {
  const opening = isSubmission ? "Nothing was stored. " : "";
  const isAboutAnswers = faults.some((fault) => fault.startsWith("answersByKey"));
  const help = isAboutAnswers ? " The tool get_evaluation_questions explains the questions and options." : "";
  const write = (count: number) => {
    const rest = faults.slice(count).map((fault) => fault.split(" ", 1)[0]);
    const also = rest.length ? `; also wrong: ${rest.join(", ")}` : "";
    const listed = `${faults.slice(0, count).join("; ")}${also}`;
    return `${opening}Correct this and call ${name} again with all arguments: ${listed}.${help}${isSubmission ? ` ${otherWay}` : ""}`;
  };
  let count = faults.length;
  while (count > 0 && write(count).length > textMax) count -= 1;
  return write(count);
}

/** Reveals nothing internal: all unexpected errors get the same sentence. */
export function describeFailure(error: unknown, { isSubmission }: Pick<CalledTool, "isSubmission">): string {
  const known = error instanceof AppError && error.kind !== "internal" ? error : undefined;
  if (!isSubmission) return known?.message ?? "Something went wrong on our side. Try again later.";
  return `${describeRefusal(known)} ${otherWay}`;
}

function describeRefusal(error: AppError | undefined): string {
  if (!error) return "Something went wrong on our side. The submission was not acknowledged. Try again later.";
  const { kind, message, retryAfterSeconds = 1 } = error;
  if (kind === "rate_limited") {
    return `${message} Nothing was stored. Wait, then call again with the same arguments; another agentName does not help.`;
  }
  if (kind === "unavailable") {
    return `${message} The submission was not acknowledged: call again with the same arguments after ${retryAfterSeconds} seconds.`;
  }
  // Does not mention the submission key: it comes from a consent question, so the caller did not choose it.
  if (kind === "conflict") {
    return "Nothing was stored: this question was already answered. Do not send it again unless the person asks for it.";
  }
  return message;
}

type Words = Record<string, string>;

type InputDocument = ToolDocument["inputSchema"];
type OutputDocument = NonNullable<ToolDocument["outputSchema"]>;

/** Uses no allOf, anyOf or oneOf at the top level, because hosts drop such tools. `optional`: not required. */
function describeInput(input: z.ZodMiniObject, words: Words, optional: string[]): InputDocument {
  const { properties, required = [] } = toJsonSchema(input, "input");
  const demanded = required.filter((name) => !optional.includes(name));
  const described = Object.entries(asObject(properties)).map(([name, property]) => {
    const { description, ...schema } = asObject(property);
    const text = words[name] ?? description;
    if (typeof text !== "string") throw new Error(`the property ${name} has no description`);
    return [name, describeProperty(schema, text)];
  });
  return toDocument<InputDocument>({
    type: "object",
    properties: Object.fromEntries(described),
    ...(demanded.length ? { required: demanded } : {}),
    additionalProperties: false,
  });
}

function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}

function toDocument<Document>(document: JsonObject): Document {
  return JSON.parse(JSON.stringify(document));
}

/** Bounds are stated only if they reach these lengths, because callers never violate other bounds of a text. */
const statedMin = 10;
const statedMax = 255;

/**
 * States a text's bounds only in its description, and only if a person's words could break them: models handle length
 * keywords badly, and our refusal explains more than a host's. Nested properties get no descriptions, so that the
 * tool's document stays below 3.2 kB.
 */
function describeProperty(schema: JsonObject, words: string): JsonObject {
  const { type, enum: options, properties, required, minLength, maxLength } = schema;
  const isStated = Number(minLength) >= statedMin || Number(maxLength) >= statedMax;
  return {
    type,
    enum: options,
    description: isStated ? `${words} (${minLength ?? 0}-${maxLength} characters)` : words,
    ...(isJsonObject(properties) ? { properties: withoutAnnotations(properties), required } : {}),
  };
}

const notes = ["$schema", "additionalProperties", "description", "example", "examples", "maxLength", "minLength"];

function withoutAnnotations(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([name, value]) => !notes.includes(name) || isJsonObject(value));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isJsonObject(value) ? withoutAnnotations(value) : value]),
  );
}
