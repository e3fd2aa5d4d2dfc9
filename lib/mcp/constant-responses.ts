import { LRUCache } from "lru-cache";
import type { JsonObject } from "../domain/json.ts";
import { protocolHeaders } from "./door.ts";
import type { McpResponse, ReadHeaders } from "./transport.ts";

/** Methods whose results are public and the same for everyone until the next release. */
export const constantMethods = ["server/discover", "tools/list", "prompts/list", "resources/templates/list"] as const;

const responsesMax = 100;
const keyLengthMax = 2_000;

/**
 * Caches the responses to those methods. The key covers everything the SDK gets except the id, so no check of the SDK
 * is bypassed. Refusals are not cached.
 */
export class ConstantResponses {
  readonly #kept = new LRUCache<string, Buffer>({ max: responsesMax });

  async find(headers: ReadHeaders, message: JsonObject, ask: () => Promise<McpResponse>): Promise<McpResponse> {
    const { id, ...rest } = message;
    const isPlain = constantMethods.some((method) => method === message.method) && isId(id);
    const key = isPlain ? JSON.stringify([protocolHeaders.map((name) => headers.get(name)), rest]) : "";
    if (!key || key.length > keyLengthMax) return ask();
    const kept = this.#kept.get(key);
    if (kept) return { status: 200, body: Buffer.concat([Buffer.from(`{"id":${JSON.stringify(id)},`), kept]) };
    const answer = await ask();
    if (answer.status === 200) this.#keep(key, answer);
    return answer;
  }

  #keep(key: string, { body }: McpResponse): void {
    const { id, ...rest } = JSON.parse(body.toString());
    if (rest.result) this.#kept.set(key, Buffer.from(JSON.stringify(rest).slice(1)));
  }
}

function isId(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}
