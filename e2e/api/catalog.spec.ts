import { expect } from "@playwright/test";
import { z } from "zod";
import { ApiCatalogEntry } from "../../lib/domain/catalog/schema.ts";
import { fold } from "../../lib/domain/spelling.ts";
import { draft, randomWord, service, storeEntry } from "../support/entries.ts";
import { rawRequest } from "../support/raw.ts";
import { strictApiError, test } from "../support/test.ts";

const Entry = z.strictObject(ApiCatalogEntry.shape);
const Entries = z.array(Entry);

test.describe("the catalog", () => {
  test("lists catalog entries in the contract's format, sorted by English title, then by id", async ({ client }) => {
    const answer = await client.get("/api/catalog");
    expect(answer.status).toBe(200);
    const entries = Entries.parse(answer.json);
    expect(entries.length).toBeGreaterThanOrEqual(6);
    const keys = entries.map(({ titleEn, id }) => [fold(titleEn), id] as const);
    const sorted = [...keys].sort(([a, idA], [b, idB]) => Buffer.compare(Buffer.from(a), Buffer.from(b)) || idA - idB);
    expect(keys).toEqual(sorted);
  });

  test("sorts entries by title, ignoring case and accents, and entries with equal titles by id", async ({ client }) => {
    const word = randomWord();
    const titles = [`${word} éa`, `${word} EB`, `${word} ec`, `${word} EB`];
    const ids: number[] = [];
    for (const titleEn of titles) ids.push(await storeEntry(draft({ titleEn })));
    const [first, second, third, fourth] = ids;
    const found = Entries.parse((await client.get(`/api/catalog?search=${word}`)).json);
    expect(found.map(({ id }) => id)).toEqual([first, second, fourth, third]);
  });

  test("neither lists nor finds unpublished entries", async ({ client }) => {
    const word = randomWord();
    const shown = draft({ titleEn: word });
    await storeEntry(draft({ titleEn: word, published: false }));
    await storeEntry(shown);
    const found = Entries.parse((await client.get(`/api/catalog?search=${word}`)).json);
    expect(found.map(({ slug }) => slug)).toEqual([shown.slug]);
    const all = Entries.parse((await client.get("/api/catalog")).json);
    expect(all.every(({ published }) => published)).toBe(true);
  });

  test("returns an entry exactly as its author wrote it", async ({ client }) => {
    const updatedAt = new Date("2026-02-03T04:05:06.789Z");
    const written = draft({
      titleEn: "Prize “draws” <b>",
      descriptionEs: "Línea uno\nLínea dos 🎉",
      useCasesEn: ["a", ""],
      endpoints: [],
      services: [service({ operations: [], docsUrl: "https://docs.example.com/x" }), service({ id: "b" })],
      docsUrl: "https://docs.example.com/",
      swaggerUrl: null,
      spec: { z: 1, a: [null, { deep: [[]] }], "": false, text: "ñ" },
    });
    const id = await storeEntry(written, updatedAt);
    const answer = await client.get(`/api/catalog/${written.slug}`);
    expect(answer.status).toBe(200);
    const entry = Entry.parse(answer.json);
    expect(entry).toEqual({ ...written, id, updatedAt: updatedAt.toISOString() });
    expect(Object.keys(entry.spec)).toEqual(["z", "a", "", "text"]);
    expect(Entries.parse((await client.get(`/api/catalog?search=${written.slug}`)).json)).toEqual([entry]);
  });

  test("lists a sample entry with its Spanish title, services and specification", async ({ client }) => {
    const entries = Entries.parse((await client.get("/api/catalog")).json);
    const sample = entries.find(({ slug }) => slug === "receipts-validation");
    expect(sample?.titleEs).toMatch(/^Validación/);
    expect(sample?.services.length).toBeGreaterThan(0);
    expect(sample?.spec).toMatchObject({ openapi: "3.1.0" });
  });

  test("returns an entry for its percent-encoded slug, but not for another spelling of the slug", async ({
    client,
  }) => {
    const { slug } = draft();
    await storeEntry(draft({ slug }));
    const escaped = [...slug].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
    expect((await client.get(`/api/catalog/${escaped}`)).status).toBe(200);
    expect((await client.get(`/api/catalog/${slug}/`)).status).toBe(200);
    for (const other of [slug.toUpperCase(), slug.slice(1), `${slug}%20`, `${slug}%2F`, `${slug}%00`]) {
      expect({ other, status: (await client.get(`/api/catalog/${other}`)).status }).toEqual({ other, status: 404 });
    }
  });
});

test("sends the same response for an unpublished entry as for an unknown slug", async () => {
  const hidden = draft({ published: false });
  await storeEntry(hidden);
  const unpublished = await rawRequest(`/api/catalog/${hidden.slug}`);
  const unknown = await rawRequest(`/api/catalog/${draft().slug}`);
  expect(unpublished.status).toBe(404);
  expect(strictApiError.parse(unpublished.json)).toEqual({ error: expect.any(String) });
  const comparable = ({ status, text, headers }: typeof unknown) => {
    const { date: _, "x-request-id": __, ...others } = headers;
    return { status, text, others };
  };
  expect(comparable(unpublished)).toEqual(comparable(unknown));
});

test("responds to an unknown slug with a 404 in JSON, whatever its characters", async () => {
  const slugs = [
    "a%2Fb", // escaped slash
    "a%5Cb", // escaped backslash
    "%00", // NUL
    "%25", // escaped per cent sign
    "%ZZ", // malformed escape
    "%", // incomplete escape
    "%ff%fe", // invalid UTF-8
    "%ed%a0%80", // encoded lone surrogate
    "%F0%9F%98%80", // emoji
    "a".repeat(8_000), // 8,000 letters
    "'%20OR%20'1'='1", // quotes
    "%20", // space
    "receipts-validation.json", // file extension
    "%5Bslug%5D", // escaped template
    "__proto__", // JavaScript prototype name
  ];
  for (const slug of slugs) {
    const { status, json } = await rawRequest(`/api/catalog/${slug}`);
    expect({ slug, status }).toEqual({ slug, status: 404 });
    expect(strictApiError.parse(json)).toEqual({ error: expect.any(String) });
  }
});
