import { createHash } from "node:crypto";
import { z } from "zod";

export type Serialized = { json: string; etag: string };

/** What has been serialized, as long as the object lives: a verb that hands out the same object pays once. */
const serialized = new WeakMap<object, Serialized>();

/**
 * `result` as JSON, after the output schema: a property it does not name does not leave, a missing one throws. The
 * elements of a list are remembered one by one.
 */
export function serialize(output: z.ZodType, result: object): Serialized {
  const known = serialized.get(result);
  if (known) return known;
  const fresh = Array.isArray(result) ? serializeList(elementOf(output), result) : serializeOne(output, result);
  serialized.set(result, fresh);
  return fresh;
}

function elementOf(output: z.ZodType): z.ZodType {
  if (output instanceof z.ZodArray && output.element instanceof z.ZodType) return output.element;
  throw new Error("a list was given where the operation's output is none");
}

function serializeOne(output: z.ZodType, result: object): Serialized {
  const json = JSON.stringify(output.parse(result));
  return { json, etag: etagOf(json) };
}

function serializeList(element: z.ZodType, result: object[]): Serialized {
  const parts = result.map((each) => serialize(element, each));
  return { json: `[${parts.map(({ json }) => json).join(",")}]`, etag: etagOf(parts.map(({ etag }) => etag).join()) };
}

/** Weak: whoever compresses the answer on its way keeps the tag. */
function etagOf(content: string): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}
