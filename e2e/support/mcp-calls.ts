// Calls MCP tools with raw requests, for calls that no SDK makes.
import { z } from "zod";

const Answered = z.looseObject({ resultType: z.string(), requestState: z.optional(z.string()) });
type Answered = z.output<typeof Answered>;

type Change = {
  inputResponses?: object;
  requestState?: string;
  /** The elicitation capability that the client declares: forms by default, none if undefined. */
  elicitation?: object;
};

const meta = "io.modelcontextprotocol/";
export const revision = "2026-07-28";

/** Makes a request of the protocol's 2026 revision. `metadata` describes the client. */
export function makeMessage(method: string, params: object, capabilities: object = {}, metadata: object = {}) {
  const _meta = {
    ...metadata,
    [`${meta}protocolVersion`]: revision,
    [`${meta}clientInfo`]: { name: "test-host", version: "1.0.0" },
    [`${meta}clientCapabilities`]: capabilities,
  };
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    "mcp-method": method,
    ...("name" in params ? { "mcp-name": String(params.name) } : {}),
  };
  return {
    method: "POST",
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  };
}

/** Calls a tool once, and returns the result even if it is a question that a client would answer. */
export async function callToolRaw(
  url: string,
  name: string,
  given: object,
  change: Change = {},
  send: typeof fetch = fetch,
): Promise<Answered> {
  const { inputResponses, requestState } = change;
  const elicitation = "elicitation" in change ? change.elicitation : { form: {} };
  const params = { name, arguments: given, inputResponses, requestState };
  const response = await send(url, makeMessage("tools/call", params, elicitation ? { elicitation } : {}));
  const { result } = z.object({ result: Answered }).parse(await response.json());
  return result;
}

export function getState({ requestState }: Answered): string {
  if (requestState === undefined) throw new Error("nothing was asked");
  return requestState;
}
