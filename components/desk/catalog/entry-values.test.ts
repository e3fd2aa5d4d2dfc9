import { describe, expect, test } from "vitest";
import { contentBounds } from "#lib/domain/catalog/editor/content.ts";
import { fullContent } from "#lib/domain/catalog/editor/editor.fixture.ts";
import type { FaultRule } from "#lib/domain/text-bounds.ts";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import {
  formatFaultSummary,
  formatFieldFault,
  formatSpec,
  getControlId,
  toEditedTexts,
  toEntryValues,
} from "./entry-values.ts";

const t = getDeskTextFor("en", "catalog");

test("converts an entry to form values and back without a change", () => {
  const { spec, ...texts } = fullContent();
  expect(toEditedTexts(toEntryValues(texts, formatSpec(spec)))).toEqual(texts);
});

test("trims lines and drops blank ones, whatever the line ending", () => {
  const values = { ...toEntryValues(fullContent(), ""), endpoints: " GET /a \r\n\r\nPOST /b\n" };
  expect(toEditedTexts(values).endpoints).toEqual(["GET /a", "POST /b"]);
});

test("keeps the order of a document's keys", () => {
  expect(formatSpec(JSON.parse('{"z":1,"__proto__":{}}'))).toBe('{\n  "z": 1,\n  "__proto__": {}\n}');
  const long = { text: "x".repeat(contentBounds.editedSpec) };
  expect(formatSpec(long)).toBe(JSON.stringify(long));
});

describe("the text of a fault", () => {
  test.each<[field: string, rule: FaultRule, text: string, max?: number]>([
    ["slug", "required", "Please fill this in."],
    ["slug", "pattern", "lower-case letters"],
    ["slug", "other", "Another entry has this slug"],
    ["titleEn", "required", "in one language at least"],
    ["titleEs", "too_long", "160 characters", 160],
    ["descriptionEn", "characters", "cannot be stored"],
    ["useCasesEn", "other", "too many."],
    ["endpoints.1", "too_long", "Line 2: Please shorten it to 500 characters.", 500],
    ["services.0.operations.4", "too_long", "Line 5: "],
    ["services.3.id", "too_short", "Please fill this in."],
    ["services.3.id", "pattern", "Another service of this entry"],
    ["services.0.docsUrl", "other", "begins with https://"],
    ["docsUrl", "other", "of at most 2,048 characters"],
    ["spec", "pattern", "not a valid JSON object"],
    ["spec", "other", "nested too deeply"],
    ["spec", "too_long", "2,097,152 characters", 2_097_152],
  ])("explains a fault in the field %s (rule %s) with the text: %s", (field, rule, text, max) => {
    expect(formatFieldFault(t, { field, rule, max }, false)).toContain(text);
  });

  test("asks for a title in both languages if a published entry lacks one of them", () => {
    expect(formatFieldFault(t, { field: "services.0.titleEs", rule: "required" }, true)).toContain("in both languages");
  });

  test("names the faulty field in the fault summary and finds its form control", () => {
    expect(formatFaultSummary(t, "services.1.operations.4", "Wrong.")).toBe("Operations of service 2 – Wrong.");
    expect(formatFaultSummary(t, "titleEn", "Wrong.")).toBe("Title in English – Wrong.");
    expect(["services.1.operations.4", "useCasesEs.0", "services.0.id", "spec"].map(getControlId)).toEqual([
      "services.1.operations",
      "useCasesEs",
      "services.0.id",
      "spec",
    ]);
  });
});
