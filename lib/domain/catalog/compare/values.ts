import { asObject, isEqual, isJsonObject } from "../../json.ts";
import { printJson } from "../reference/json.ts";

/** Returns whether both have the same text and contain no other schema, as most schemas do: this saves time. */
export function isSameLeaf(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  if ("$ref" in one || "$dynamicRef" in one) return false;
  const isLeaf = (value: unknown) => [value].flat().every((each) => typeof each !== "object");
  return Object.values(one).every(isLeaf) && isEqual(one, other);
}

const printedMax = 200;

export function printValue(value: unknown): string | null {
  if (value === undefined) return null;
  const text = typeof value === "string" ? value : printJson(value, printedMax).text.replace(/\s+/g, " ");
  return text.length > printedMax ? `${text.slice(0, printedMax).toWellFormed()}…` : text;
}

export function listNames(before: unknown, after: unknown): string[] {
  return [...new Set([...Object.keys(asObject(before)), ...Object.keys(asObject(after))])].sort();
}
