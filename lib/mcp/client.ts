import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { asObject, isJsonObject, type JsonObject } from "../domain/json.ts";

/** Data that the client sends with each request; empty before the 2026 revision. */
export type Client = { name: unknown; hasForms: boolean };

export function readClient({ mcpReq }: ServerContext): Client {
  const envelope = asObject(mcpReq.envelope);
  const { elicitation } = asObject(envelope[CLIENT_CAPABILITIES_META_KEY]);
  // A client that declares elicitation without modes supports forms.
  const hasForms = isJsonObject(elicitation) && ("form" in elicitation || !Object.keys(elicitation).length);
  return { name: asObject(envelope[CLIENT_INFO_META_KEY]).name, hasForms };
}

/** Fills in `agentName`, so that hosts which identify themselves need not repeat it. */
export function completeAgent(given: JsonObject, context: ServerContext): JsonObject {
  const { name } = readClient(context);
  return given.agentName === undefined && name !== undefined ? { ...given, agentName: name } : given;
}
