import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import * as z from "zod/mini";
import type { Encodable } from "./coding.ts";

type SerializedBody = Encodable & { etag: string };

const objects = new WeakMap<object, SerializedBody>();
const listEtags = new WeakMap<object, string>();
/** Serialized lists by entity tag, as many searches find the same. Limited in bytes, because each list is a copy. */
const lists = new LRUCache<string, SerializedBody>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ body }) => body.length,
});

/** Drops properties unknown to the schema and throws for missing ones. Caches list elements one by one. */
export function serialize(output: z.ZodMiniType, result: object): SerializedBody {
  if (Array.isArray(result)) return serializeList(getListElement(output), result);
  const known = objects.get(result);
  if (known) return known;
  const body = Buffer.from(JSON.stringify(output.parse(result)));
  const fresh = { body, encoded: {}, etag: toEtag(body) };
  objects.set(result, fresh);
  return fresh;
}

function getListElement(output: z.ZodMiniType): z.ZodMiniType {
  if (output instanceof z.ZodMiniArray && output.def.element instanceof z.ZodMiniType) return output.def.element;
  throw new Error("the result is a list, but the operation's output is not");
}

const [open, comma, close] = [Buffer.from("["), Buffer.from(","), Buffer.from("]")];

function serializeList(element: z.ZodMiniType, result: object[]): SerializedBody {
  const known = lists.get(listEtags.get(result) ?? "");
  if (known) return known;
  const parts = result.map((each) => serialize(element, each));
  const etag = toEtag(parts.map((part) => part.etag).join());
  listEtags.set(result, etag);
  const same = lists.get(etag);
  if (same) return same;
  const joined = parts.flatMap(({ body }, at) => (at ? [comma, body] : [body]));
  const fresh = { body: Buffer.concat([open, ...joined, close]), encoded: {}, etag };
  lists.set(etag, fresh);
  return fresh;
}

/** Creates an entity tag. It is weak, so that a proxy that compresses the response keeps it. */
export function toEtag(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** Compares If-None-Match with the entity tag of the response, weakly (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const removeWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => removeWeakPrefix(tag) === removeWeakPrefix(etag));
}
