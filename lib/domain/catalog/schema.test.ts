import { describe, expect, test } from "vitest";
import { fullContent } from "./editor/editor.fixture.ts";
import { ApiCatalogEntry, CatalogDraft } from "./schema.ts";

const entry = { ...fullContent(), id: 1, published: true, updatedAt: "2026-11-21T08:00:00.000Z" };
const [service] = entry.services;
const optional = ["docsUrl", "swaggerUrl"] as const;
const isEntry = (change: object) => ApiCatalogEntry.safeParse({ ...entry, ...change }).success;

describe("the schema of a catalog entry", () => {
  test.each(optional)("accepts only null or an https URL of at most 2048 characters for %s", (name) => {
    const longest = `https://${"x".repeat(2040)}`;
    for (const link of [null, "https://x", longest]) {
      expect(isEntry({ [name]: link })).toBe(true);
      expect(isEntry({ services: [{ ...service, [name]: link }] })).toBe(true);
    }
    const bad = ["", "https://", "http://x.example", "HTTPS://x", " https://x", "https://x y", "https://x\n", 1];
    for (const link of [...bad, `${longest}x`, "javascript:alert(1)//https://x"]) {
      expect(isEntry({ [name]: link })).toBe(false);
      expect(isEntry({ services: [{ ...service, [name]: link }] })).toBe(false);
    }
  });

  test("accepts any object and nothing else as spec", () => {
    for (const spec of [{}, { a: { b: [] } }]) expect(ApiCatalogEntry.parse({ ...entry, spec }).spec).toEqual(spec);
    for (const spec of [null, [], "x", 1]) expect(isEntry({ spec })).toBe(false);
  });

  test("requires an ISO 8601 time and a positive integer id", () => {
    for (const updatedAt of ["yesterday", "2026-11-21", 1_700_000_000]) expect(isEntry({ updatedAt })).toBe(false);
    for (const id of [0, -1, 1.5, "1"]) expect(isEntry({ id })).toBe(false);
  });

  test("drops properties that the contract does not have", () => {
    const parsed = ApiCatalogEntry.parse({ ...entry, secret: 1, services: [{ ...service, secret: 1 }] });
    expect(parsed).toEqual(entry);
  });

  test("drops id and updatedAt from a draft", () => {
    const { id, updatedAt, ...draft } = entry;
    expect(CatalogDraft.parse({ ...draft, id, updatedAt })).toEqual(draft);
  });
});
