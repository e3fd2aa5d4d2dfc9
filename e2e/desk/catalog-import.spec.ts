import { expect } from "@playwright/test";
import { draft, randomWord, storeEntry } from "../support/entries.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { query } from "../support/test.ts";

const newSlug = () => `entry-${randomWord()}`;

/** What the public API says of a slug: its entry, or the status of the refusal. */
async function readBy(operator: SignedIn, slug: string): Promise<Record<string, unknown> | number> {
  const response = await operator.fetch(`/api/catalog/${slug}`);
  return response.status === 200 ? response.json() : response.status;
}

const openapi = (title: string) =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title, version: "1.0", description: "Sends parcels." },
    tags: [{ name: "labels", description: "Printed." }],
    paths: { "/labels": { post: { operationId: "createLabel", tags: ["labels"] } } },
  });

test("a file is imported: it shows what would change, is stored as a draft and published by nobody", async ({
  signedIn,
}) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const word = randomWord();
  await page.goto("/admin/catalog/import");
  const buffer = Buffer.from(openapi(`Parcels ${word}`));
  await page.getByLabel("File").setInputFiles({ name: "openapi.json", mimeType: "application/json", buffer });
  await expect(page.getByLabel("Document", { exact: true })).toHaveValue(buffer.toString());
  await page.getByRole("button", { name: "Show what would change" }).click();
  await expect(page.getByRole("heading", { name: "What the import would change" })).toBeVisible();
  await expect(page.getByText("POST /labels")).toBeVisible();
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  await expect(page.getByLabel("Slug", { exact: true })).toHaveValue(`parcels-${word}`);
  await expect(page.getByLabel("Identifier").first()).toHaveValue("labels");
  expect(await readBy(operator, `parcels-${word}`)).toBe(404);
});

test("an import into a published entry takes over what is ticked, and opened in the editor it stores nothing", async ({
  signedIn,
}) => {
  const operator = await signedIn("member");
  const entry = draft({ slug: newSlug() });
  await storeEntry(entry);
  const page = await operator.context.newPage();
  const review = async () => {
    await page.goto("/admin/catalog/import");
    await page.getByLabel("Document", { exact: true }).fill(openapi("Imported"));
    await page.getByLabel("Into").selectOption(entry.slug);
    await page.getByLabel("Language of the document").selectOption("es");
    await page.getByRole("button", { name: "Show what would change" }).click();
    await expect(page.getByText("The entry is published.")).toBeVisible();
  };
  await review();
  await page.getByRole("button", { name: "Open in the editor" }).click();
  await expect(page.getByLabel("Title in Spanish").first()).toHaveValue("Imported");
  expect(await readBy(operator, entry.slug)).toMatchObject({ titleEs: entry.titleEs, published: true });
  await review();
  await page.getByLabel("Take over: Title in Spanish").uncheck();
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  await expect(page.getByLabel("Title in Spanish").first()).toHaveValue(entry.titleEs);
  await expect(page.getByLabel("Description in Spanish").first()).toHaveValue("Sends parcels.");
  await expect.poll(() => readBy(operator, entry.slug)).toBe(404);
});

test.describe("an import tells why it takes nothing", () => {
  const told: [string, Record<string, string>, string][] = [
    ["nothing", {}, "Paste a document"],
    ["YAML", { document: "openapi: 3.1.0\ninfo:\n  title: A" }, "This is YAML"],
    ["half a document", { document: '{"openapi":' }, "not valid JSON"],
    ["an older format", { document: '{"swagger":"2.0"}' }, "OpenAPI 3.x"],
    ["an address without https", { url: "http://example.com/openapi.json" }, "must begin with https://"],
    ["an address inside", { url: "https://169.254.169.254/latest" }, "does not lead to the public internet"],
    ["a name that leads inside", { url: "https://localhost/openapi.json" }, "does not lead to the public internet"],
  ];
  for (const [what, typed, text] of told) {
    test(`of ${what}, and keeps what was typed`, async ({ signedIn }) => {
      const operator = await signedIn("member");
      const sent = await operator.post("/api/admin/catalog/import", { language: "en", target: "", ...typed });
      expect(sent.status).toBe(303);
      const page = await operator.context.newPage();
      await page.goto(sent.headers.get("location") ?? "");
      await expect(page.locator("main").getByRole("alert")).toContainText(text);
      await expect(page.getByLabel("Document", { exact: true })).toHaveValue(typed.document ?? "");
      await expect(page.getByLabel("Address")).toHaveValue(typed.url ?? "");
    });
  }
});

test("a document of almost 2 MiB is imported, edited and saved again", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const word = randomWord();
  const document = JSON.parse(openapi(`Large ${word}`));
  document.components = {
    examples: Array.from({ length: 20_000 }, (_, at) => ({ at, "text/<b>": `"${"x".repeat(60)}"` })),
  };
  const review = await operator.post("/api/admin/catalog/import", {
    document: JSON.stringify(document),
    language: "en",
  });
  const page = await operator.context.newPage();
  await page.goto(review.headers.get("location") ?? "");
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  await page.getByLabel("Title in Spanish").first().fill("Grande");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes are stored.")).toBeVisible();
  const [row] = await query<{ spec: unknown }>("SELECT spec FROM catalog_entries WHERE slug = $1", [`large-${word}`]);
  expect(row?.spec).toEqual(document);
});

test("no page of the editor breaks a rule of axe", async ({ signedIn }) => {
  test.slow();
  const operator = await signedIn("member");
  const entry = draft({ slug: newSlug(), titleEs: "", published: false });
  await storeEntry(entry);
  const sent = await operator.post("/api/admin/catalog/save", {
    slug: "No Slug",
    spec: "{",
    "services.0.titleEn": "A",
  });
  const document = openapi("Imported");
  const review = await operator.post("/api/admin/catalog/import", { document, target: entry.slug, language: "en" });
  const page = await operator.context.newPage();
  const base = `/admin/catalog/${entry.slug}`;
  const own = ["", "/preview?language=es", "/publish", "/delete"].map((rest) => `${base}${rest}`);
  const others = ["/admin/catalog", "/admin/catalog/new", "/admin/catalog/import"];
  for (const path of [...others, ...own, sent.headers.get("location"), review.headers.get("location")]) {
    await page.goto(path ?? "");
    await test.step(path ?? "", () => expectAccessible(page));
  }
});
