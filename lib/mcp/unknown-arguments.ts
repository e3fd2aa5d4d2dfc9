import * as z from "zod/mini";
import { findSimilarWords } from "../domain/catalog/search.ts";
import { isJsonObject, type JsonObject } from "../domain/json.ts";

const unknownMax = 5;
/** Shorter names would match parts of too many other names. */
const partMin = 4;

/**
 * Reports each argument that the tool lacks; ignoring it would mislead the caller. The fault suggests an argument with
 * a similar name, or else lists all arguments not given.
 */
export function listUnknownArguments(given: JsonObject, { shape }: z.ZodMiniObject, path = ""): string[] {
  const free = Object.keys(shape).filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(shape, name));
  const faults = unknown.slice(0, unknownMax).map((name) => {
    // A name could be as long as the body, or contain instructions for the reader of the refusal.
    const shown = /^[\w-]{1,40}$/.test(name) ? path + name : "an argument with another name";
    const near = findInside(name, shape) ?? findNear(name, free);
    const unused = free.length ? `not given yet: ${free.join(", ")}` : "all arguments were given";
    const hint = near ? `did you mean ${path}${near}?` : unused;
    return `${shown} is not an argument (${hint})`;
  });
  const nested = Object.entries(shape).flatMap(([name, schema]) => {
    const inner = toObject(schema);
    const value = given[name];
    if (!inner || !isJsonObject(value)) return [];
    return listUnknownArguments(value, inner, `${path}${name}.`);
  });
  return [...faults, ...nested];
}

/** Finds the path of a nested argument with this name. */
function findInside(name: string, shape: z.core.$ZodShape): string | undefined {
  const outer = Object.keys(shape).find((key) => {
    const inner = toObject(shape[key]);
    return inner && Object.hasOwn(inner.shape, name);
  });
  return outer && `${outer}.${name}`;
}

function toObject(schema: unknown): z.ZodMiniObject | undefined {
  const inner = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
  return inner instanceof z.ZodMiniObject ? inner : undefined;
}

/** Finds a name with another spelling, a name that contains the other, or one with a typo. */
function findNear(name: string, free: string[]): string | undefined {
  const plain = toPlain(name);
  const isPart = (whole: string, part: string) => part.length >= partMin && whole.includes(part);
  const [similar] = findSimilarWords(plain, free.map(toPlain), 1);
  const parts = free.filter((known) => isPart(toPlain(known), plain) || isPart(plain, toPlain(known)));
  return (
    free.find((known) => toPlain(known) === plain) ??
    parts.toSorted((a, b) => b.length - a.length)[0] ??
    free.find((known) => toPlain(known) === similar)
  );
}

const toPlain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");
