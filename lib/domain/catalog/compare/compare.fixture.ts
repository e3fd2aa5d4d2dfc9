import { locales } from "../../../i18n/locales.ts";
import type { JsonObject } from "../../json.ts";
import { describeChange } from "../changes/describe.ts";
import { compareApis } from "./compare.ts";
import type { ApiChange, Comparison } from "./model.ts";

export const today = "2026-11-27";
export const text = { type: "string" };

export function query(rest: JsonObject = {}): JsonObject {
  return { parameters: [{ name: "q", in: "query", schema: text, ...rest }] };
}

export function makeApi(operation: JsonObject, rest: JsonObject = {}): JsonObject {
  const responses = { 204: { description: "Done" } };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { post: { responses, ...operation } } },
    ...rest,
  };
}

export function makeBody(schema: unknown, rest: JsonObject = {}): JsonObject {
  return makeApi({ requestBody: { content: { "application/json": { schema } } } }, rest);
}

export function makeResponse(schema: unknown, rest: JsonObject = {}): JsonObject {
  const content = { "application/json": { schema } };
  return makeApi({ responses: { 200: { description: "Done", content } } }, rest);
}

/** Compares two documents, and fails if a change has no sentence in one of the languages. */
export function compare(before: unknown, after: unknown): Comparison {
  const clone = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject;
  const compared = compareApis(clone(before), clone(after), today);
  if (!compared) throw new Error("no document");
  for (const change of compared.changes) {
    for (const locale of locales) {
      if (describeChange(change, locale).includes("rules.")) throw new Error(`no sentence for ${change.rule}`);
    }
  }
  return compared;
}

/** `rule level at path`, sorted by level. */
export function formatChanges({ changes }: Comparison): string[] {
  return changes.map(formatChange);
}

export function formatChange({ rule, level, place, name }: ApiChange): string {
  return [rule, level, place.path, name].filter(Boolean).join(" ");
}
