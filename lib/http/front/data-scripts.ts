import { createHash } from "node:crypto";
import { z } from "zod";

/** The framework appends its scripts to a finished page and starts with this one: no content comes after it. */
const appendixStart = '<script id="_R_">';
const appended = /<script(?<attributes>| [^<>]*)>(?<text>[^<]*)<\/script>/y;

const opening = "(self.__next_f=self.__next_f||[]).push([0])";
const shapes = [
  // Part of the page's data, as text or in base64.
  { pattern: /^self\.__next_f\.push\((\[[13],".*"\])\)$/s, schema: z.tuple([z.literal([1, 3]), z.string()]) },
  // Which of our own chunks to start with.
  {
    pattern: /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((\{.*\})\);$/s,
    schema: z.strictObject({
      otherChunks: z.array(z.string().regex(/^static\/chunks\/[\w.~-]+\.js$/)),
      runtimeModuleIds: z.array(z.int()),
    }),
  },
];

/**
 * Sources for `script-src`: a hash for each inline script of the page that is nothing but the framework's data, and
 * stands where the framework puts it. Whatever else was brought into the page is not admitted.
 */
export function dataScriptSources(html: string): string[] {
  const sources: string[] = [];
  appended.lastIndex = html.lastIndexOf(appendixStart);
  if (appended.lastIndex < 0) return sources;
  for (let found = appended.exec(html); found; found = appended.exec(html)) {
    const { attributes = "", text = "" } = found.groups ?? {};
    if (/^( id="_R_")?$/.test(attributes) && isData(text)) sources.push(sourceOf(text));
  }
  return sources;
}

function isData(text: string): boolean {
  if (text === opening) return true;
  return shapes.some(({ pattern, schema }) => {
    const json = pattern.exec(text)?.[1];
    return json !== undefined && isWrittenByFramework(json, schema);
  });
}

/** Whether it is JSON of this shape in the framework's own spelling: so nothing can hide between the tokens. */
function isWrittenByFramework(json: string, schema: z.ZodType): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return schema.safeParse(value).success && escaped(JSON.stringify(value)) === json;
  } catch {
    return false;
  }
}

function escaped(json: string): string {
  return json.replace(/[&<>\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** `text` as a source of a policy. */
export function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
