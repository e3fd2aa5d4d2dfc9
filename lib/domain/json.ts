export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function listTexts(value: unknown): string[] {
  return asList(value).filter((each) => typeof each === "string");
}

/** JSON with sorted names, so that equal values have equal texts. */
export function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonical(value[name])}`).join(",")}}`;
}

export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === typeof other && toCanonical(one) === toCanonical(other));
}

/** Converts any value to text. `String` fails for objects with a property `toString`. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : toCanonical(value);
}
