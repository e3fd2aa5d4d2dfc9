export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function mapValues(object: unknown, change: (value: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, change(value, name)]));
}

/** Yields a value and all values inside it, without recursion: documents may be nested deeper than the stack allows. */
export function* walkJson(root: unknown): Generator<{ value: unknown; depth: number }> {
  const open = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
}

/** Only for objects whose type names all their keys. */
export function listKeys<Of extends object>(object: Of): Extract<keyof Of, string>[] {
  return Object.keys(object) as Extract<keyof Of, string>[];
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function listTexts(value: unknown): string[] {
  return asList(value).filter((each) => typeof each === "string");
}

/** JSON with sorted names, so that equal values have equal texts. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(value[name])}`).join(",")}}`;
}

export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === typeof other && toCanonicalJson(one) === toCanonicalJson(other));
}

/** Converts any value to text. `String` fails for objects with a property `toString`. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : toCanonicalJson(value);
}
