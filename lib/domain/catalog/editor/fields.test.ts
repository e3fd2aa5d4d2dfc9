import { describe, expect, test } from "vitest";
import { fullContent } from "./editor.fixture.ts";
import { type EntryFields, readFields, toFields } from "./fields.ts";

const fieldsWith = (change: EntryFields): EntryFields => ({ ...toFields(fullContent()), ...change });
const faultsOf = (change: EntryFields, options = {}) => {
  const read = readFields(fieldsWith(change), options);
  return "faults" in read ? read.faults : [];
};

test("an entry comes out of its form as it went in, with the order of its keys", () => {
  const spec = JSON.parse('{"z":1,"a":{"__proto__":2}}');
  const read = readFields(toFields(fullContent({ spec })));
  expect(read).toEqual({ content: fullContent({ spec }) });
  expect(JSON.stringify("content" in read && read.content.spec)).toBe('{"z":1,"a":{"__proto__":2}}');
});

test("lines are trimmed and blank ones left out, however they end", () => {
  expect(readFields(fieldsWith({ endpoints: " GET /a \r\n\r\nPOST /b\n" }))).toMatchObject({
    content: { endpoints: ["GET /a", "POST /b"] },
  });
});

test("a group of a service that is empty is none, and one that has gone leaves the others as they are", () => {
  const { services } = fullContent();
  const moved = Object.fromEntries(
    Object.entries(toFields(fullContent())).map(([name, value]) => [name.replace("services.0", "services.7"), value]),
  );
  const read = readFields({ ...moved, "services.8.id": " ", "services.8.titleEn": "" });
  expect(read).toMatchObject({ content: { services } });
});

test("a draft may be there in one language; a published entry may not", () => {
  const english = { titleEs: "", descriptionEs: "" };
  expect(faultsOf(english)).toEqual([]);
  expect(faultsOf(english, { isPublished: true })).toEqual([
    { field: "titleEs", kind: "language" },
    { field: "descriptionEs", kind: "language" },
  ]);
  expect(faultsOf({ "services.5.id": "b", "services.5.titleEn": "B" }, { isPublished: true })).toEqual([
    { field: "services.5.titleEs", kind: "language" },
  ]);
  expect(faultsOf({ ...english, titleEn: "" })).toEqual([{ field: "titleEn", kind: "one_title" }]);
});

describe("a slug", () => {
  test.each(["", "a b", "A", "-a", "a-", "a--b", "é", "a/b", "new", "import", "x".repeat(81)])("is not %j", (slug) => {
    expect(faultsOf({ slug }).map(({ field }) => field)).toEqual(["slug"]);
  });

  test("stays what it is, though no new one may be like it", () => {
    expect(faultsOf({ slug: "Old One" }, { slug: "Old One" })).toEqual([]);
  });
});

test.each<[string, EntryFields, object]>([
  ["a title that is too long", { titleEn: "x".repeat(161) }, { field: "titleEn", kind: "too_long" }],
  ["a NUL", { descriptionEs: "a\0b" }, { field: "descriptionEs", kind: "characters" }],
  [
    "a line that is too long",
    { endpoints: `a\n\n${"x".repeat(501)}` },
    { field: "endpoints", kind: "too_long", line: 2 },
  ],
  ["too many lines", { useCasesEn: "x\n".repeat(51) }, { field: "useCasesEn", kind: "too_many" }],
  ["an address without https", { docsUrl: "http://example.com" }, { field: "docsUrl", kind: "address" }],
  ["an address that is a script", { swaggerUrl: "javascript:alert(1)" }, { field: "swaggerUrl", kind: "address" }],
  ["an address that is too long", { docsUrl: `https://${"x".repeat(2048)}` }, { field: "docsUrl", kind: "address" }],
  ["a service without identifier", { "services.3.titleEn": "A" }, { field: "services.3.id", kind: "required" }],
  ["a service twice", { "services.4.id": "tracking" }, { field: "services.4.id", kind: "service_twice" }],
  [
    "a service's address",
    { "services.0.docsUrl": "ftp://example.com" },
    { field: "services.0.docsUrl", kind: "address" },
  ],
  [
    "a service's operation",
    { "services.0.operations": `a\n${"x".repeat(501)}` },
    { field: "services.0.operations", kind: "too_long", line: 2 },
  ],
  ["a document that is no JSON", { spec: "{" }, { field: "spec", kind: "json" }],
  ["a document that is a list", { spec: "[1]" }, { field: "spec", kind: "object" }],
])("%s is told by its field", (_what, change, fault) => {
  expect(faultsOf(change)).toEqual([fault]);
});

test("everything that is wrong is told at once, each field once, in the order of the form", () => {
  const wrong = {
    spec: "no",
    docsUrl: "no",
    useCasesEs: `${"x".repeat(501)}\n`.repeat(2),
    "services.2.titleEn": "A",
    titleEn: "x".repeat(200),
    slug: "No",
  };
  const fields = faultsOf(wrong).map(({ field }) => field);
  expect(fields).toEqual(["slug", "titleEn", "useCasesEs", "services.2.id", "docsUrl", "spec"]);
});
