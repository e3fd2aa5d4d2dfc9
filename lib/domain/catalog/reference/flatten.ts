import { isJsonObject, type JsonObject } from "../../json.ts";
import { asList, type Source } from "./bounds.ts";
import { atPointer, nameOfRef } from "./pointer.ts";

const partsMax = 40;

/** A schema with its references resolved and its allOf laid side by side: the first part that says a thing wins. */
export type FlatSchema = {
  parts: JsonObject[];
  /** The name it was referred to by; empty without one. */
  name: string;
  /** The references that led here, to notice one that leads to itself. */
  trail: readonly string[];
  isRecursive: boolean;
};

export function flatten(source: Source, schema: unknown, trail: readonly string[]): FlatSchema {
  const flat: FlatSchema = { parts: [], name: "", trail, isRecursive: false };
  collect(source, schema, flat);
  return flat;
}

function collect(source: Source, schema: unknown, flat: FlatSchema): void {
  let current = schema;
  while (isJsonObject(current) && flat.parts.length < partsMax && source.budget.steps > 0) {
    source.budget.steps--;
    flat.parts.push(current);
    for (const part of asList(current.allOf).slice(0, partsMax)) collect(source, part, flat);
    if (typeof current.$ref !== "string") return;
    if (flat.trail.includes(current.$ref)) {
      flat.isRecursive = true;
      flat.name ||= nameOfRef(current.$ref);
      return;
    }
    flat.trail = [...flat.trail, current.$ref];
    flat.name ||= nameOfRef(current.$ref);
    current = atPointer(source, current.$ref);
  }
}

/** What the first part that has this keyword says. */
export function keyword({ parts }: FlatSchema, name: string): unknown {
  return parts.find((part) => Object.hasOwn(part, name))?.[name];
}
