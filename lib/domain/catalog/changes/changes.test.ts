import { describe, expect, test } from "vitest";
import { responseExamples } from "../../../contract/examples.ts";
import { dayMilliseconds } from "../../durations.ts";
import type { JsonObject } from "../../json.ts";
import { compareApis } from "../compare/compare.ts";
import type { Comparison } from "../compare/model.ts";
import {
  describeChange,
  describeChangeCounts,
  describeChecks,
  describeDeprecation,
  describeRelease,
} from "./describe.ts";
import { addFailure, answering, type DocumentState, findDeprecation, planNextCheck } from "./document-state.ts";

const now = new Date("2026-11-27T12:00:00Z");
const english = { locale: "en", timeZone: "America/Mexico_City", now } as const;
const spanish = { ...english, locale: "es" } as const;
const may = new Date("2026-05-03T18:00:00Z");
const state: DocumentState = { ...answering, checkedAt: now, unchangedAt: may, comparison: null };

const toSpec = (paths: JsonObject, more: JsonObject = {}) => ({ openapi: "3.1.0", info: {}, paths, ...more });
const operation = (more: JsonObject = {}) => ({ get: { responses: {}, ...more } });
const comparison = compareApis(
  toSpec({ "/a": operation(), "/b": operation() }),
  toSpec({ "/a": operation() }),
  "2026-11-27",
);

describe("the description of a document", () => {
  test.each<[string, Partial<DocumentState>, string | null]>([
    ["current", {}, "Checked today; unchanged since May 3, 2026."],
    [
      "checked yesterday",
      { checkedAt: new Date("2026-11-27T05:59:00Z") },
      "Last checked on November 26, 2026; unchanged since May 3, 2026.",
    ],
    ["seen for the first time", { unchangedAt: now }, "Checked today: this is the document at its address."],
    [
      "different",
      { comparison },
      "Checked today: since May 3, 2026, the document at its address differs from this one. 1 breaking change.",
    ],
    [
      "unreachable",
      { failedAt: may, failures: 3, isUnreachable: true, checkedAt: new Date("2026-05-02T18:00:00Z") },
      "The document’s address has not answered since May 3, 2026. Last checked on May 2, 2026; what you read here is what we published.",
    ],
    ["never read", { checkedAt: null, unchangedAt: null, failedAt: now, failures: 1 }, null],
  ])("describes the checks of a document that is %s", (_name, change, text) => {
    expect(describeChecks({ ...state, ...change }, english)).toBe(text);
  });

  test("describes the difference of a changed document in Spanish", () => {
    const text =
      "Revisado hoy: desde el 3 de mayo de 2026, el documento de su dirección es distinto de este. 1 cambio incompatible.";
    expect(describeChecks({ ...state, comparison }, spanish)).toBe(text);
  });

  test("lists the first changes of a release, and counts the others", () => {
    const paths = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, operation()]));
    const removed = compareApis(toSpec(paths(9)), toSpec({}), "2026-11-27");
    const release = { entryId: 1, slug: "a", titleEn: "A", titleEs: "A", number: 2, at: now };
    const { sentences } = describeRelease({ ...release, comparison: removed as Comparison }, "en", 3);
    expect(sentences).toHaveLength(4);
    expect(sentences[3]).toBe("6 more changes");
  });

  test("says if only texts changed, or if not everything could be compared", () => {
    const nothing = { level: "none", changes: [], partial: [], unresolved: [] } as const;
    expect(describeChangeCounts({ ...nothing, changes: [], partial: [], unresolved: [] }, "en")).toMatch(/^Only words/);
    const partly = { level: "may_break", changes: [], partial: ["pairs" as const], unresolved: [] } as const;
    expect(describeChangeCounts({ ...partly, changes: [], partial: ["pairs"], unresolved: [] }, "en")).toBe(
      "The changes cannot be described in full.",
    );
  });
});

test.each([
  [
    "the default of a value that clients leave out",
    { default: 1 },
    { default: 2 },
    "The default of query.q changed from 1 to 2. Affected clients should be checked.",
  ],
  [
    "a condition",
    {},
    { contains: { const: 1 } },
    'query.q has a new condition (contains): { "const": 1 }. Requests that were accepted may be refused.',
  ],
  [
    "the notation",
    { enum: [1] },
    { const: 1 },
    "The notation of query.q changed, but not its meaning. Clients can keep sending the same.",
  ],
  [
    "an empty value",
    { enum: ["a", ""] },
    { enum: ["a"] },
    'query.q can no longer be "". Requests that were accepted may be refused.',
  ],
])("describes a change of %s in a sentence for readers", (_what, before, after, sentence) => {
  const make = (schema: JsonObject) =>
    toSpec({ "/a": operation({ parameters: [{ name: "q", in: "query", schema }] }) });
  const [change] = compareApis(make(before), make(after), "2026-11-27")?.changes ?? [];
  expect(change && describeChange(change, "en")).toBe(sentence);
});

test("reports a document as unreachable after three failures and 24 hours", () => {
  const at = (days: number) => new Date(now.getTime() + days * dayMilliseconds);
  const first = addFailure(answering, at(0));
  const many = [0.1, 0.2, 0.9].reduce((failing, days) => addFailure(failing, at(days)), first);
  expect([first.isUnreachable, many.isUnreachable]).toEqual([false, false]);
  expect(addFailure(many, at(1))).toEqual({ failedAt: at(0), failures: 5, isUnreachable: true });
  expect(addFailure(addFailure(answering, at(0)), at(3)).isUnreachable).toBe(false);
});

test("spreads the checks of many entries evenly over the next day", () => {
  const hours = Array.from({ length: 240 }, (_, id) => planNextCheck(id + 1, [], now).getUTCHours());
  for (let hour = 0; hour < 24; hour++) expect(hours.filter((each) => each === hour).length).toBeGreaterThan(5);
});

describe("deprecation", () => {
  const entry = { ...responseExamples.getCatalogApi, updatedAt: "2026-11-01T00:00:00.000Z" };
  const old = operation({ deprecated: true, "x-sunset": "2027-01-01" });
  const updatedAt = new Date(entry.updatedAt);
  const sunset = new Date("2027-01-01");
  test.each<[string, JsonObject, { since: Date | null; sunset: Date | null } | null]>([
    ["nothing", toSpec({ "/a": operation() }), null],
    ["one operation of two", toSpec({ "/a": old, "/b": operation() }), null],
    ["all operations", toSpec({ "/a": old, "/b": old }), { since: updatedAt, sunset }],
    ["operations without dates", toSpec({ "/a": operation({ deprecated: true }) }), { since: updatedAt, sunset: null }],
    [
      "a date in info",
      toSpec({}, { info: { "x-deprecated": "2026-02-01" } }),
      { since: new Date("2026-02-01"), sunset: null },
    ],
    ["an end at the top", toSpec({}, { "x-sunset": "2027-01-01" }), { since: null, sunset }],
    [
      "an end before the deprecation",
      toSpec({}, { "x-deprecated": true, "x-sunset": "2026-01-01" }),
      { since: new Date("2026-01-01"), sunset: new Date("2026-01-01") },
    ],
    ["no dates", toSpec({}, { "x-deprecated": "soon", "x-sunset": "2026-99-99" }), null],
  ])("reads the deprecation of a document that marks %s", (_name, spec, expected) => {
    expect(findDeprecation({ ...entry, spec })).toEqual(expected);
  });

  test("states the day on which an API will be or should have been switched off", () => {
    expect(describeDeprecation({ since: may, sunset }, english)).toBe(
      "Deprecated as of May 3, 2026. It will be switched off on January 1, 2027.",
    );
    expect(describeDeprecation({ since: null, sunset: may }, spanish)).toBe(
      "Debía dejar de funcionar el 3 de mayo de 2026.",
    );
  });
});
