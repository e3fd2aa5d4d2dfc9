import { expect } from "@playwright/test";
import { compareApis } from "../../lib/domain/catalog/compare/compare.ts";
import { makeDraft, storeEntry } from "../support/entries.ts";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { picture } from "../support/pictures.ts";
import { query, randomWord } from "../support/test.ts";

const toSpec = (names: string[], version: string) => ({
  openapi: "3.1.0",
  info: { title: "Parcels", version },
  paths: Object.fromEntries(names.map((name) => [name, { get: { responses: { 200: { description: "Found" } } } }])),
});

test("publishes a changed document to readers, feeds and assistants with one press", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const word = randomWord();
  const [before, after] = [toSpec(["/parcels", "/labels"], "1"), toSpec(["/parcels"], "2")];
  const swaggerUrl = `https://${word}.example/openapi.json`;
  const entry = makeDraft({ titleEn: `Parcels ${word}`, titleEs: `Paquetes ${word}`, spec: before, swaggerUrl });
  const { slug } = entry;
  const endpoints = ["GET /parcels", "GET /labels"];
  const at = new Date("2026-11-20T12:00:00.000Z");
  const id = await storeEntry({ ...entry, endpoints }, at);
  await query(
    `INSERT INTO catalog_watches (entry_id, next_at, seen_at, url, checked_at, unchanged_at, draft, comparison)
     VALUES ($1, '2099-01-01', $2, $3, now(), now(), $4, $5)`,
    [id, at, swaggerUrl, JSON.stringify(after), JSON.stringify(compareApis(before, after, "2026-11-27"))],
  );
  const paths = { en: `/en/catalog/${slug}`, es: `/es/catalogo/${slug}` };

  const read = async (path: string) => (await operator.fetch(path)).text();
  expect((await read(paths.en)).replace(/<[^>]*>/g, "")).toMatch(
    /Checked today: since .+ differs from this one\. 1 breaking change/,
  );
  await page.goto("/admin/catalog");
  await page
    .getByRole("link", { name: `Parcels ${word}` })
    .first()
    .click();
  await expect(page.getByText("GET /labels was removed.")).toBeVisible();
  await expectAccessible(page);
  await picture(page, "review");
  await page.getByRole("button", { name: "Edit first" }).click();
  await expect(page.getByRole("heading", { name: "What the import would change" })).toBeFocused();
  await page.getByRole("button", { name: "Back to the differences" }).click();
  await page.getByRole("button", { name: "Publish this document" }).click();
  await expect(page.getByText("The document is published")).toBeVisible();

  const changes = { en: `${paths.en}/changes`, es: `${paths.es}/cambios` };
  await expect.poll(() => read(changes.en)).toContain("GET /labels was removed.");
  expect(await read(`${changes.en}.atom`)).toContain("GET /labels was removed.");
  for (const path of [changes.es, `${changes.es}.md`, "/es/cambios.json"]) {
    expect(await read(path), path).toContain("Se eliminó la operación GET /labels.");
  }
  const readVersion = async (version: string) =>
    (await operator.fetch(`${paths.en}/spec.json?version=${version}`)).json();
  expect([await readVersion("1"), await readVersion("2")]).toEqual([before, after]);
  expect((await operator.fetch(`${paths.en}/spec.json?version=3`)).status).toBe(404);
});

test("compares two versions of an entry without script", async ({ browser, page: own }) => {
  const word = randomWord();
  const specs = [
    toSpec(["/parcels", "/labels"], "1"),
    { ...toSpec(["/parcels"], "2"), "x-deprecated": "2026-06-01", "x-sunset": "2027-06-01" },
  ];
  const entry = makeDraft({ titleEn: `Parcels ${word}`, titleEs: `Paquetes ${word}`, spec: specs[1] ?? {} });
  const id = await storeEntry(entry);
  for (const [index, spec] of specs.entries()) {
    await query(
      `WITH document AS (INSERT INTO catalog_documents (entry_id, hash, spec) VALUES ($1, sha256($2), $3) RETURNING hash)
       INSERT INTO catalog_releases (entry_id, number, at, document_hash) SELECT $1, $4, now(), hash FROM document`,
      [id, Buffer.from(JSON.stringify(spec)), JSON.stringify(spec), index + 1],
    );
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/es/catalogo/${entry.slug}`);
  await expect(
    page.getByText("En desuso a partir del 1 de junio de 2026. Dejará de funcionar el 1 de junio de 2027."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Cambios", exact: true }).click();
  await page.getByLabel("De", { exact: true }).selectOption("2");
  await page.getByLabel("A", { exact: true }).selectOption("1");
  await page.getByRole("button", { name: "Comparar" }).click();
  await expect(page.getByRole("heading", { name: "De la versión 2 a la versión 1" })).toBeVisible();
  await expect(page.getByText("La operación GET /labels es nueva.").first()).toBeVisible();
  const { headers } = await context.request
    .get(`/api/catalog/${entry.slug}`)
    .then((response) => ({ headers: response.headers() }));
  expect(headers).toMatchObject({ deprecation: "@1780272000", sunset: "Tue, 01 Jun 2027 00:00:00 GMT" });
  const compared = page.url();
  await context.close();
  await own.goto(compared);
  await expectAccessible(own);
});
