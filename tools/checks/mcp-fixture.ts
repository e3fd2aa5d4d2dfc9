// MCP server with the tools, resources and prompts that `@modelcontextprotocol/conformance` requires, behind our own
// HTTP layer. Only the check `mcp.ts` starts it; the product does not import this file.
import { randomBytes } from "node:crypto";
import path from "node:path";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { asObject } from "../../lib/domain/json.ts";
import { createFront } from "../../lib/http/front/front.ts";
import { WebServer } from "../../lib/http/front/web-server.ts";
import { createMcpRoute } from "../../lib/http/routes.ts";
import { respondToMessage } from "../../lib/mcp/transport.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const toText = (text: string): ContentBlock => ({ type: "text", text });
const image: ContentBlock = { type: "image", data: png, mimeType: "image/png" };
const toResource = (uri: string, mimeType: string, text: string): ContentBlock => ({
  type: "resource",
  resource: { uri, mimeType, text },
});

const plainTools: Record<string, ContentBlock[]> = {
  test_simple_text: [toText("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: [
    toResource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: [
    toText("Multiple content types test:"),
    image,
    toResource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  test_logging_tool: [toText("Nothing was logged.")],
};
const failingTool = "test_error_handling";

const askName = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
const askSampling = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 50 });
const askConfirmation = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});

/** The questions that each tool asks the client, round by round. */
const askingTools: Record<string, InputRequests[]> = {
  test_input_required_result_elicitation: [{ user_name: askName("What is your name?") }],
  test_input_required_result_sampling: [{ capital_question: askSampling("What is the capital of France?") }],
  test_input_required_result_list_roots: [{ client_roots: inputRequired.listRoots() }],
  test_input_required_result_request_state: [{ confirm: askConfirmation }],
  test_input_required_result_tampered_state: [{ confirm: askConfirmation }],
  test_input_required_result_multiple_inputs: [
    {
      user_name: askName("What is your name?"),
      greeting: askSampling("Generate a greeting"),
      client_roots: inputRequired.listRoots(),
    },
  ],
  test_input_required_result_multi_round: [
    { step1: askName("Step 1: What is your name?") },
    { step2: askName("Step 2: What is your favorite color?") },
  ],
  // The SDK itself refuses a question that the client does not support.
  test_missing_capability: [{ greeting: askSampling("Generate a greeting") }],
  test_streaming_elicitation: [{ user_name: askName("What is your name?") }],
};
const choosingTool = "test_input_required_result_capabilities";

type State = { round: number };
const codec = createRequestStateCodec<State>({ key: randomBytes(32), ttlSeconds: 600 });

/** Asks the questions of the next round. @returns undefined once every round is answered */
async function askNextQuestions(
  rounds: InputRequests[],
  { mcpReq }: ServerContext,
): Promise<InputRequiredResult | undefined> {
  const round = mcpReq.requestState<State>()?.round ?? 0;
  const names = Object.keys(rounds[round] ?? {});
  const isAnswered = names.every((name) => inputResponse(mcpReq.inputResponses, name).kind !== "missing");
  const next = isAnswered ? round + 1 : round;
  const inputRequests = rounds[next];
  if (!inputRequests) return undefined;
  return inputRequired({ inputRequests, requestState: await codec.mint({ round: next }) });
}

async function callTool(name: string, context: ServerContext) {
  if (name === failingTool) {
    return { isError: true, content: [toText("This tool intentionally returns an error for testing")] };
  }
  const content = plainTools[name];
  if (content) return { content };
  if (name === choosingTool) return inputRequired({ inputRequests: listDeclared(context) });
  const rounds = askingTools[name];
  if (!rounds) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool.");
  const { inputResponses, requestState } = context.mcpReq;
  const state = requestState() === undefined ? "" : "state-ok ";
  return (await askNextQuestions(rounds, context)) ?? { content: [toText(state + JSON.stringify(inputResponses))] };
}

/** Lists the questions that the client declared support for. */
function listDeclared({ mcpReq }: ServerContext): InputRequests {
  const declared = asObject(asObject(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
  return {
    ...("elicitation" in declared ? { user_name: askName("What is your name?") } : {}),
    ...("sampling" in declared ? { greeting: askSampling("Generate a greeting") } : {}),
  };
}

const resources: Record<string, { mimeType: string } & ({ text: string } | { blob: string })> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: png },
  "test://watched-resource": { mimeType: "text/plain", text: "Nothing changes here." },
};

function readResource(uri: string): ReadResourceResult {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  const found = id === undefined ? resources[uri] : { mimeType: "application/json", text };
  if (!found) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, ...found }] };
}

const toMessages = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((part) => ({ role: "user", content: part })),
});
const askingPrompt = "test_input_required_result_prompt";

const prompts: Record<string, (given: Record<string, string>) => GetPromptResult> = {
  test_simple_prompt: () => toMessages(toText("This is a simple prompt for testing.")),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    toMessages(toText(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = "" }) =>
    toMessages(
      toResource(resourceUri, "text/plain", "Embedded resource content for testing."),
      toText("Please process the embedded resource above."),
    ),
  test_prompt_with_image: () => toMessages(image, toText("Please analyze the image above.")),
  [askingPrompt]: () => toMessages(toText("The context was given.")),
};
const promptArguments: Record<string, string[]> = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

/**
 * Creates the fixture's server. Leaves out subscriptions for the 2026 revision, because our transport does not support
 * those of that revision.
 */
function createFixtureServer(isModern: boolean): Server {
  const server = new Server(
    { name: "conformance-fixture", version: "1.0.0" },
    {
      capabilities: {
        tools: {},
        prompts: {},
        completions: {},
        resources: isModern ? {} : { subscribe: true },
        ...(isModern ? {} : { logging: {} }),
      },
      requestState: { verify: codec.verify },
      inputRequired: { legacyShim: false },
    },
  );
  const names = [...Object.keys(plainTools), failingTool, ...Object.keys(askingTools), choosingTool];
  server.setRequestHandler("tools/list", () => ({
    tools: names.map((name) => ({ name, description: `The tool ${name}.`, inputSchema: { type: "object" } })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) => callTool(params.name, context));
  server.setRequestHandler("resources/list", () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri));
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.keys(prompts).map((name) => ({
      name,
      description: `The prompt ${name}.`,
      arguments: (promptArguments[name] ?? []).map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const write = prompts[params.name];
    if (!write) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt.");
    const rounds =
      params.name === askingPrompt ? [{ user_context: askName("What context should the prompt use?") }] : [];
    return (await askNextQuestions(rounds, context)) ?? write(params.arguments ?? {});
  });
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [] } }));
  if (!isModern) {
    server.setRequestHandler("resources/subscribe", () => ({}));
    server.setRequestHandler("resources/unsubscribe", () => ({}));
  }
  return server;
}

const mcp = createMcpRoute(async () => ({
  findTool: () => undefined,
  respond: (headers, message) =>
    respondToMessage(() => createFixtureServer(headers.get("mcp-protocol-version") === "2026-07-28"), headers, message),
}));
const web = new WebServer();
const next = async () => {
  throw new Error("The fixture has no pages.");
};
web.serve(createFront({ next, buildFolder: path.join(import.meta.dirname, "..", "..", ".next"), mcp }));
await web.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
console.log(`The fixture is ready at http://127.0.0.1:${process.env.PORT}`);
