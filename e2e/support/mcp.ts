// MCP clients of both SDK generations, configured like those of real assistants.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { requestExamples } from "../../lib/contract/examples.ts";
import type { AnswersByKey } from "../../lib/domain/submissions/core/questions.ts";
import { randomAddress, randomEmail } from "./test.ts";

/** `modern`: SDK 2 with the 2026 revision only; `auto`: negotiates; `default`: the SDK's default; `first`: SDK 1. */
export const generations = ["modern", "auto", "default", "first"] as const;
export type Generation = (typeof generations)[number];

export type FormAnswer = {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, string | number | boolean>;
};

type Options = {
  generation?: Generation;
  /** Makes the client declare support for forms, and answer each form with the result of this function. */
  respondToForm?: (message: string) => FormAnswer;
  name?: string;
  from?: string;
  fetch?: typeof fetch;
};

export type ToolResult = { text: string; isError: boolean; structured: Record<string, unknown> | undefined };

export async function connectMcp(url: string, options: Options = {}) {
  const { generation = "modern", name = "test-host", from = randomAddress(), fetch } = options;
  const address = new URL(`${url}/mcp`);
  const requestInit = { headers: { "x-forwarded-for": from } };
  const info = { name, version: "1.0.0" };
  if (generation === "first") {
    const client = new FirstClient(info);
    await client.connect(new FirstTransport(address, { requestInit, ...(fetch ? { fetch } : {}) }) as never);
    return { ...toToolClient(client), close: () => client.close() };
  }
  const modes = { modern: { pin: "2026-07-28" }, auto: "auto", default: "legacy" } as const;
  const client = new Client(info, {
    versionNegotiation: { mode: modes[generation] },
    capabilities: options.respondToForm ? { elicitation: { form: {} } } : {},
  });
  const { respondToForm } = options;
  if (respondToForm) client.setRequestHandler("elicitation/create", ({ params }) => respondToForm(params.message));
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit, ...(fetch ? { fetch } : {}) }));
  return { ...toToolClient(client), close: () => client.close() };
}

type AnyClient = Pick<
  Client,
  "listTools" | "callTool" | "getInstructions" | "listResources" | "readResource" | "listPrompts" | "getPrompt"
>;

function toToolClient(client: AnyClient | FirstClient) {
  return {
    client: client as AnyClient,
    call: async (name: string, given: Record<string, unknown> = {}): Promise<ToolResult> => {
      const { content, isError, structuredContent } = await (client as AnyClient).callTool({ name, arguments: given });
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return { text, isError: isError === true, structured: structuredContent as ToolResult["structured"] };
    },
  };
}

const { value: example } = requestExamples.submitEvaluation.qualified;

/** Returns valid arguments of submit_evaluation, for a new person. */
export function evaluationArguments(change: Record<string, unknown> = {}): Record<string, unknown> {
  const { sourcePage, channel, ...given } = example;
  const answersByKey: AnswersByKey | undefined = given.answersByKey;
  return { ...given, answersByKey, email: randomEmail(), ...change };
}

/** Returns valid arguments of submit_inquiry, for a new person. */
export function inquiryArguments(change: Record<string, unknown> = {}): Record<string, unknown> {
  const { sourcePage, channel, ...given } = requestExamples.submitContact.agent.value;
  return { ...given, email: randomEmail(), ...change };
}
