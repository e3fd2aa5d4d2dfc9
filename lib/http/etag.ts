import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import * as z from "zod/mini";

export type Serialized = { bytes: Uint8Array; etag: string };

/** Kept as long as the object lives: a use case that returns the same object again costs nothing. */
const objects = new WeakMap<object, Serialized>();
/** A list may live long, and its bytes are those of its elements once more. */
const lists = new LRUCache<object, Serialized>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => bytes.length,
});

/**
 * `result` as JSON by the output schema, which drops unknown properties and throws for missing ones. The
 * elements of a list are kept one by one.
 */
export function serialize(output: z.ZodMiniType, result: object): Serialized {
  const kept = Array.isArray(result) ? lists : objects;
  const known = kept.get(result);
  if (known) return known;
  const fresh = Array.isArray(result) ? serializeList(getElement(output), result) : serializeOne(output, result);
  kept.set(result, fresh);
  return fresh;
}

function getElement(output: z.ZodMiniType): z.ZodMiniType {
  if (output instanceof z.ZodMiniArray && output.def.element instanceof z.ZodMiniType) return output.def.element;
  throw new Error("a list was given where the operation's output is none");
}

function serializeOne(output: z.ZodMiniType, result: object): Serialized {
  const bytes = utf8.encode(JSON.stringify(output.parse(result)));
  return { bytes, etag: toEtag(bytes) };
}

const utf8 = new TextEncoder();
const open = utf8.encode("[");
const comma = utf8.encode(",");
const close = utf8.encode("]");

function serializeList(element: z.ZodMiniType, result: object[]): Serialized {
  const parts = result.map((each) => serialize(element, each));
  const joined = parts.flatMap(({ bytes }, at) => (at ? [comma, bytes] : [bytes]));
  return { bytes: Buffer.concat([open, ...joined, close]), etag: toEtag(parts.map(({ etag }) => etag).join()) };
}

/** Weak: a proxy that compresses the answer keeps the tag. */
export function toEtag(content: string | Uint8Array): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** Weak comparison of If-None-Match (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => opaque(tag) === opaque(etag));
}
