import { isJsonObject } from "../../json.ts";
import { asName, type Source } from "./bounds.ts";

const hopsMax = 8;

/** What a local reference such as #/components/schemas/Prize points to; undefined for any other, and for nothing. */
export function atPointer({ document }: Source, ref: string): unknown {
  if (!ref.startsWith("#/") || ref.length > 1_000) return undefined;
  let current: unknown = document;
  for (const part of ref.slice(2).split("/")) {
    const key = decode(part);
    const isStep = typeof current === "object" && current !== null && Object.hasOwn(current, key);
    if (!isStep) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

/** The value itself, or what its reference leads to over at most a few others. */
export function follow(source: Source, value: unknown): unknown {
  let current = value;
  for (let hop = 0; hop < hopsMax && isJsonObject(current) && typeof current.$ref === "string"; hop++) {
    current = atPointer(source, current.$ref);
  }
  return current;
}

/** The last part of a reference: the name of a schema. */
export function nameOfRef(ref: string): string {
  return asName(decode(ref.slice(ref.lastIndexOf("/") + 1, 1_000)));
}

function decode(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
