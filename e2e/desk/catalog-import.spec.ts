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

test("shows the changes that an imported file would make, then stores them as a draft", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const word = randomWord();
  await page.goto("/admin/catalog/import");
  const buffer = Buffer.from(openapi(`Parcels ${word}`));
  await page.locator("#document-file").setInputFiles({ name: "openapi.json", mimeType: "application/json", buffer });
  await expect(page.getByLabel("Document", { exact: true })).toHaveValue(buffer.toString());
  await page.getByRole("button", { name: "Show what would change" }).click();
  await expect(page.getByRole("heading", { name: "What the import would change" })).toBeVisible();
  await expect(page.getByText("POST /labels")).toBeVisible();
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  await expect(page.getByLabel("Slug", { exact: true })).toHaveValue(`parcels-${word}`);
  await expect(page.getByLabel("Identifier").first()).toHaveValue("labels");
  expect(await readEntry(operator, `parcels-${word}`)).toBe(404);
});

test("imports only ticked changes into a published entry, and stores nothing on Open in the editor", async ({
  signedIn,
}) => {
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
  await page.getByLabel("Use: Title in Spanish").uncheck();
  await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
  await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
  // Discard the unsaved changes that the first import left in the editor.
  await page.getByRole("button", { name: "Discard them" }).click();
  await expect(page.getByLabel("Title in Spanish").first()).toHaveValue(entry.titleEs);
  await expect(page.getByLabel("Description in Spanish").first()).toHaveValue("Sends parcels.");
  await expect.poll(() => readEntry(operator, entry.slug)).toBe(404);
});

test(
  "keeps unsaved text of the editor during an import, and asks before replacing it",
  nightly,
  async ({ signedIn }) => {
    const operator = await signedIn("member");
    const page = await operator.context.newPage();
    const title = page.getByLabel("Title in English").first();
    const word = randomWord();
    await page.goto("/admin/catalog/new");
    await title.fill("Typed by hand");
    await page.goto("/admin/catalog/import");
    await page.getByLabel("Document", { exact: true }).fill(openapi(`Parcels ${word}`));
    await page.getByRole("button", { name: "Show what would change" }).click();
    await page.getByRole("button", { name: "Open in the editor" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Save as an unpublished draft" }).click();
    await expect(page.getByText("The import is stored as a draft.")).toBeVisible();
    await page.goto("/admin/catalog/new");
    await expect(title).toHaveValue("Typed by hand");
    await page.goto("/admin/catalog/import");
    await page.getByLabel("Document", { exact: true }).fill(openapi("Imported"));
    await page.getByRole("button", { name: "Show what would change" }).click();
    await page.getByRole("button", { name: "Open in the editor" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Replace them" }).click();
    await expect(title).toHaveValue("Imported");
  },
);

test("shows why an import was refused, and keeps the input", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  await page.goto("/admin/catalog/import");
  const expectRefusal = async (text: string) => {
    await page.getByRole("button", { name: "Show what would change" }).click();
    await expect(page.locator("#error-summary")).toContainText(text);
  };
  await page.getByLabel("Address").fill("https://169.254.169.254/latest");
  await expectRefusal("does not lead to the public internet");
  await expect(page.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Document", { exact: true }).fill("openapi: 3.1.0\ninfo:\n  title: [A");
  await expectRefusal("This is neither JSON nor valid YAML. See line 3, column 12.");
  await page.reload();
  await expect(page.getByLabel("Document", { exact: true })).toHaveValue("openapi: 3.1.0\ninfo:\n  title: [A");
  await expect(page.getByLabel("Address")).toHaveValue("https://169.254.169.254/latest");
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

test("has no axe violations on the pages of the catalog editor", nightly, async ({ signedIn }) => {
  test.slow();
  const operator = await signedIn("member");
  const entry = makeDraft({ slug: newSlug(), titleEs: "", published: false });
  await storeEntry(entry);
  const page = await operator.context.newPage();
  await test.step("a search in the list of entries", async () => {
    await page.goto("/admin/catalog");
    await page.getByLabel("Search by title or slug").fill(entry.slug.toUpperCase());
    await expect(page.getByRole("status").filter({ hasText: "1 of" })).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("a form with errors and a service", async () => {
    await page.goto("/admin/catalog/new");
    await page.getByRole("button", { name: "Add a service" }).click();
    await page.getByRole("button", { name: "Create draft" }).click();
    await expect(page.locator("#error-summary")).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("an entry with an open confirmation", async () => {
    await page.goto(`/admin/catalog/${entry.slug}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await expectAccessible(page);
  });
  await test.step("the entry's versions and a difference", async () => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Title in English").first().fill("Another title");
    await page.getByRole("button", { name: "Add a service" }).click();
    await page.getByLabel("Identifier").fill("labels");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("The changes are stored.")).toBeVisible();
    await page.getByRole("link", { name: "History" }).click();
    const withCurrent = page.getByRole("link", { name: "With the current one" });
    await withCurrent.click();
    await expect(page.locator("#difference")).toBeVisible();
    await expect(withCurrent).toHaveAttribute("aria-current", "true");
    await expectAccessible(page);
  });
  await test.step("the earlier version is restored", async () => {
    await page.getByRole("button", { name: "Restore this version" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore this version" }).click();
    await expect(page.getByText("The version is restored.")).toBeVisible();
    await expect(page.getByLabel("Title in English").first()).toHaveValue(entry.titleEn);
  });
  await test.step("the preview", async () => {
    await page.goto(`/admin/catalog/${entry.slug}/preview?language=es`);
    await expectAccessible(page);
  });
  await test.step("the import and its review", async () => {
    await page.goto("/admin/catalog/import");
    await expectAccessible(page);
    await page.getByLabel("Document", { exact: true }).fill(openapi("Imported"));
    await page.getByLabel("Import into").selectOption(entry.slug);
    await page.getByRole("button", { name: "Show what would change" }).click();
    await expect(page.getByRole("heading", { name: "What the import would change" })).toBeFocused();
    await expectAccessible(page);
  });
});
