import { expect } from "@playwright/test";
import { makeDraft, storeEntry } from "../support/entries.ts";
import { nightly } from "../support/nightly.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { query, randomWord } from "../support/test.ts";

const newSlug = () => `entry-${randomWord()}`;

/** Reads an entry from the public API. @returns the entry, or the status of an error response */
async function readEntry(operator: SignedIn, slug: string): Promise<Record<string, unknown> | number> {
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

test("keeps the input of a refused import, then stores what a file would change as a draft", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const word = randomWord();
  await page.goto("/admin/catalog/import");
  const [address, document] = [page.getByLabel("Address"), page.getByLabel("Document", { exact: true })];
  const expectRefusal = async (text: string) => {
    await page.getByRole("button", { name: "Show what would change" }).click();
    await expect(page.locator("#error-summary")).toContainText(text);
  };
  await address.fill("https://169.254.169.254/latest");
  await expectRefusal("does not lead to the public internet");
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await document.fill("openapi: 3.1.0\ninfo:\n  title: [A");
  await expectRefusal("This is neither JSON nor valid YAML. See line 3, column 12.");
  await page.reload();
  await expect(document).toHaveValue("openapi: 3.1.0\ninfo:\n  title: [A");
  await expect(address).toHaveValue("https://169.254.169.254/latest");

  const input = page.locator("#document-file");
  const buffer = Buffer.from(openapi(`Parcels ${word}`));
  await input.setInputFiles({ name: "openapi.json", mimeType: "application/json", buffer });
  await expect(document).toHaveValue(buffer.toString());
  // A browser reports no change when an input still has the same file.
  await expect(input).toHaveValue("");
  await page.getByRole("button", { name: "Show what would change" }).click();
  await expect(page.getByRole("heading", { name: "What the import would change" })).toBeVisible();
  await expect(page.getByText("POST /labels")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  await expect(page.getByLabel("Slug", { exact: true })).toHaveValue(`parcels-${word}`);
  await expect(page.getByLabel("Identifier").first()).toHaveValue("labels");
  expect(await readEntry(operator, `parcels-${word}`)).toBe(404);
});

test("imports only the ticked changes into a published entry", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const entry = makeDraft({ slug: newSlug() });
  await storeEntry(entry);
  const page = await operator.context.newPage();
  const review = async () => {
    await page.goto("/admin/catalog/import");
    await page.getByLabel("Document", { exact: true }).fill(openapi("Imported"));
    await page.getByLabel("Import into").selectOption(entry.slug);
    await page.getByLabel("Language of the document").selectOption("es");
    await page.getByRole("button", { name: "Show what would change" }).click();
    await expect(page.getByText("The entry is published.")).toBeVisible();
  };
  await review();
  await page.getByRole("button", { name: "Open in the editor" }).click();
  await expect(page.getByLabel("Title in Spanish").first()).toHaveValue("Imported");
  expect(await readEntry(operator, entry.slug)).toMatchObject({ titleEs: entry.titleEs, published: true });
  await review();
  await page.getByRole("button", { name: "Open in the editor" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Replace them" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Use: Title in Spanish").uncheck();
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  // Discard the unsaved changes that the first import left in the editor.
  await page.getByRole("button", { name: "Discard them" }).click();
  await expect(page.getByLabel("Title in Spanish").first()).toHaveValue(entry.titleEs);
  await expect(page.getByLabel("Description in Spanish").first()).toHaveValue("Sends parcels.");
  await expect.poll(() => readEntry(operator, entry.slug)).toBe(404);
});

test("imports, edits and saves a document of almost 2 MiB", nightly, async ({ signedIn }) => {
  const operator = await signedIn("member");
  const word = randomWord();
  const document = JSON.parse(openapi(`Large ${word}`));
  document.components = {
    examples: Array.from({ length: 20_000 }, (_, at) => ({ at, "text/<b>": `"${"x".repeat(60)}"` })),
  };
  const page = await operator.context.newPage();
  await page.goto("/admin/catalog/import");
  const buffer = Buffer.from(JSON.stringify(document));
  await page.locator("#document-file").setInputFiles({ name: "openapi.json", mimeType: "application/json", buffer });
  await page.getByRole("button", { name: "Show what would change" }).click();
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  await expect(page.getByText("too long to edit here")).toBeVisible();
  await page.getByLabel("Title in Spanish").first().fill("Grande");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes are stored.")).toBeVisible();
  const [row] = await query<{ spec: unknown }>("SELECT spec FROM catalog_entries WHERE slug = $1", [`large-${word}`]);
  expect(row?.spec).toEqual(document);
});
