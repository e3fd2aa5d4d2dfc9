import { expect } from "@playwright/test";
import { server } from "../support/built-app.ts";
import { draft, randomWord, storeEntry } from "../support/entries.ts";
import { rawRequest } from "../support/raw.ts";
import { query, readSlugs, test } from "../support/test.ts";

/** Headers that a 304 must repeat. Next itself omits Vary: Accept-Encoding from a response without a body. */
const confirmedHeaders = [
  "etag",
  "cache-control",
  "access-control-allow-origin",
  ...(server === "own" ? ["vary"] : []),
];

test.describe("catalog responses", () => {
  for (const path of ["/api/catalog", "/api/catalog?search=loyalty", "/api/catalog/loyalty-points"]) {
    test(`lets any cache store ${path} for up to a minute`, async () => {
      const { headers } = await rawRequest(path);
      const [, seconds] = /^public, max-age=(\d+)$/.exec(headers["cache-control"] ?? "") ?? [];
      expect(Number(seconds)).toBeGreaterThan(0);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
      expect(headers.etag).toMatch(/^(W\/)?"[^"]+"$/);
    });
  }

  for (const [description, conditionOf] of [
    ["the current entity tag", (etag: string) => etag],
    ["the current tag without W/", (etag: string) => etag.replace(/^W\//, "")],
    ["the current tag among others", (etag: string) => `"other", ${etag}, W/"another"`],
    ["the wildcard *", () => "*"],
  ] as const) {
    test(`responds with a 304 without a body if If-None-Match is ${description}`, async () => {
      const { slug } = draft();
      await storeEntry(draft({ slug }));
      for (const path of [`/api/catalog/${slug}`, `/api/catalog?search=${slug}`]) {
        const { headers } = await rawRequest(path);
        const condition = { "if-none-match": conditionOf(headers.etag ?? "") };
        for (const method of ["GET", "HEAD"]) {
          const answer = await rawRequest(path, { method, headers: condition });
          expect({ status: answer.status, text: answer.text }).toEqual({ status: 304, text: "" });
          for (const name of confirmedHeaders) {
            expect({ [name]: answer.headers[name] }).toEqual({ [name]: headers[name] });
          }
          expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
        }
      }
    });
  }

  test("sends the full response if the If-None-Match tag is different, shortened, empty or unquoted", async () => {
    const path = "/api/catalog/loyalty-points";
    const { headers, text } = await rawRequest(path);
    for (const condition of [
      '"other"',
      `${headers.etag?.slice(0, -2)}"`,
      "",
      headers.etag?.replaceAll('"', "") ?? "",
    ]) {
      const answer = await rawRequest(path, { headers: { "if-none-match": condition } });
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text });
    }
  });

  test("gives a catalog entry a new entity tag whenever it changes", async () => {
    const entry = draft({ titleEn: randomWord() });
    await storeEntry(entry);
    const path = `/api/catalog/${entry.slug}`;
    const before = (await rawRequest(path)).headers.etag;
    await storeEntry({ ...entry, descriptionEn: "Changed." });
    await expect
      .poll(async () => (await rawRequest(path)).json, { timeout: 5_000 })
      .toMatchObject({ descriptionEn: "Changed." });
    const after = (await rawRequest(path)).headers.etag;
    expect(after).not.toBe(before);
    expect((await rawRequest(path, { headers: { "if-none-match": before ?? "" } })).status).toBe(200);
    await storeEntry(entry, new Date("2026-01-02T03:04:05Z"));
    await storeEntry(entry, new Date("2026-01-02T03:04:05Z"));
    await expect.poll(async () => (await rawRequest(path)).headers.etag, { timeout: 5_000 }).not.toBe(after);
  });

  test("reflects within seconds that a catalog entry was added, renamed, unpublished or deleted", async () => {
    const [word, other] = [randomWord(), randomWord()];
    const entry = draft({ titleEn: word });
    const listSlugs = async (path: string) => readSlugs((await rawRequest(path)).json);
    const readVisibility = async () => ({
      listed: (await listSlugs("/api/catalog")).includes(entry.slug),
      found: (await listSlugs(`/api/catalog?search=${word}`)).includes(entry.slug),
      foundOtherwise: (await listSlugs(`/api/catalog?search=${other}`)).includes(entry.slug),
      status: (await rawRequest(`/api/catalog/${entry.slug}`)).status,
    });
    const soon = { timeout: 5_000 };
    const nowhere = { listed: false, found: false, foundOtherwise: false, status: 404 };
    expect(await readVisibility()).toEqual(nowhere);
    await storeEntry(entry);
    await expect.poll(readVisibility, soon).toEqual({ listed: true, found: true, foundOtherwise: false, status: 200 });
    await storeEntry({ ...entry, titleEn: other });
    await expect.poll(readVisibility, soon).toEqual({ listed: true, found: false, foundOtherwise: true, status: 200 });
    await storeEntry({ ...entry, published: false });
    await expect.poll(readVisibility, soon).toEqual(nowhere);
    await storeEntry(entry);
    await expect.poll(readVisibility, soon).toEqual({ listed: true, found: true, foundOtherwise: false, status: 200 });
    await query("DELETE FROM catalog_entries WHERE slug = $1", [entry.slug]);
    await expect.poll(readVisibility, soon).toEqual(nowhere);
  });

  test("forbids caching of the 404 for an unknown entry", async () => {
    const { status, headers } = await rawRequest(`/api/catalog/${draft().slug}`);
    expect({ status, cache: headers["cache-control"], etag: headers.etag }).toEqual({ status: 404, cache: "no-store" });
  });
});
