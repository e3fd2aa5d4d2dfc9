import { expect, test } from "vitest";
import { listChanges } from "./changes.ts";
import { fullContent } from "./editor.fixture.ts";

test("lists no changes between equal entries", () => {
  expect(listChanges(fullContent(), fullContent())).toEqual([]);
});

test("treats a null URL and a missing URL as equal", () => {
  expect(listChanges(fullContent({ docsUrl: null }), fullContent({ docsUrl: undefined }))).toEqual([]);
});

test("lists old and new values of texts, and added and removed lines of lists", () => {
  const after = fullContent({ titleEn: "Boxes", endpoints: ["GET /boxes", "GET /parcels"], useCasesEn: [] });
  expect(listChanges(fullContent(), after)).toEqual([
    { kind: "text", field: "titleEn", before: "Parcels", after: "Boxes" },
    { kind: "list", field: "useCasesEn", added: [], removed: ["Tell where it is"], isReordered: false },
    { kind: "list", field: "endpoints", added: ["GET /boxes"], removed: [], isReordered: false },
  ]);
});

test("lists reordered lines as a change", () => {
  const [before, after] = [fullContent({ endpoints: ["a", "b"] }), fullContent({ endpoints: ["b", "a"] })];
  expect(listChanges(before, after)).toMatchObject([{ field: "endpoints", isReordered: true }]);
});

test("matches services by id when it compares entries", () => {
  const [tracking] = fullContent().services;
  if (!tracking) throw new Error("The fixture has no service");
  const labels = { ...tracking, id: "labels" };
  const after = fullContent({ services: [labels, { ...tracking, titleEs: "Seguimiento" }] });
  expect(listChanges(fullContent(), after)).toMatchObject([
    {
      kind: "services",
      added: [{ id: "labels" }],
      removed: [],
      changed: [{ id: "tracking", changes: [{ field: "titleEs", before: "Rastreo", after: "Seguimiento" }] }],
    },
  ]);
  expect(listChanges(after, fullContent())).toMatchObject([
    { removed: [{ id: "labels" }], changed: [{ id: "tracking" }] },
  ]);
});

test("describes a changed document by its format, version, path count and length", () => {
  const spec = { openapi: "3.1.0", info: { version: "2.0" }, paths: { "/a": {}, "/b": {} } };
  expect(listChanges(fullContent({ spec: {} }), fullContent({ spec }))).toEqual([
    {
      kind: "spec",
      field: "spec",
      before: { name: "", paths: 0, length: 2 },
      after: { name: "OpenAPI 3.1.0, 2.0", paths: 2, length: JSON.stringify(spec).length },
    },
  ]);
});
