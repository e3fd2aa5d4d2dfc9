import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { makeDraft, storeEntry } from "../support/entries.ts";
import { nightly } from "../support/nightly.ts";
import { newSession, type SignedIn, sessionCookie, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { readStorage } from "../support/site.ts";
import { query, randomWord } from "../support/test.ts";

const newSlug = () => `entry-${randomWord()}`;
const sitePath = (slug: string) =>
  getPathname({ href: { pathname: "/catalog/[slug]", params: { slug } }, locale: "es" });

/** Reads an entry from the public API. @returns the entry, or the status of an error response */
async function readEntry(operator: SignedIn, slug: string): Promise<Record<string, unknown> | number> {
  const response = await operator.fetch(`/api/catalog/${slug}`);
  return response.status === 200 ? response.json() : response.status;
}

async function fillTexts(page: Page, slug: string, word: string): Promise<void> {
  await page.getByLabel("Slug", { exact: true }).fill(slug);
  await page.getByLabel("Title in English").first().fill(`Parcels ${word}`);
  await page.getByLabel("Title in Spanish").first().fill(`Paquetes ${word}`);
  await page.getByLabel("Description in English").first().fill("Follows parcels.");
  await page.getByLabel("Description in Spanish").first().fill("Sigue los paquetes.");
  await page.getByLabel("Use cases in English").fill("Tell where it is\nTell when it comes");
  await page.getByLabel("Use cases in Spanish").fill("Decir dónde está\nDecir cuándo llega");
}

const getEditor = (page: Page) => ({
  slug: page.getByLabel("Slug", { exact: true }),
  titleEn: page.getByLabel("Title in English").first(),
  titleEs: page.getByLabel("Title in Spanish").first(),
  spec: page.getByLabel("Document (JSON)"),
});

test("shows each change of an entry, from creation to deletion, in the API and on the site", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const [slug, word] = [newSlug(), randomWord()];

  await page.goto("/admin/catalog");
  await expectAccessible(page);
  await page.getByRole("link", { name: "New entry" }).click();
  await fillTexts(page, slug, word);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByText("The draft is stored.")).toBeVisible();
  expect(await readEntry(operator, slug)).toBe(404);
  expect((await operator.fetch(sitePath(slug))).status).toBe(404);

  await page.getByLabel("Endpoints", { exact: true }).fill("GET /parcels\n\nPOST /parcels");
  await page.getByRole("button", { name: "Add a service" }).click();
  await page.getByLabel("Identifier").fill("tracking");
  await page.getByLabel("Title in English").last().fill("Tracking");
  await page.getByLabel("Document (JSON)").fill('{ "openapi": "3.1.0" }');
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes are stored.")).toBeVisible();
  await expect(page.getByText("Spanish: title of service tracking")).toBeVisible();

  const expectPreview = async (language: string, title: string, ask: string, within: RegExp) => {
    const link = page.getByRole("link", { name: `Preview in ${language}` });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("heading", { level: 2 }).last()).toHaveText(ask);
    await expect(page.getByRole("complementary")).toContainText(within);
  };
  await expectPreview("English", `Parcels ${word}`, "Is this the one you need?", /within \d+ hours/);
  await expect(page.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Preview · /);
  await expectPreview("Spanish", `Paquetes ${word}`, "¿Es la que necesita?", /en un plazo de \d+ horas/);
  await page.getByRole("link", { name: "Back to the editor" }).click();

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("It cannot be published yet")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("1. Tracking").click();
  await page.getByLabel("Title in Spanish").nth(1).fill("Rastreo");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Spanish: title of service tracking")).toBeHidden();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The entry is published")).toBeVisible();
  await expect
    .poll(() => readEntry(operator, slug))
    .toMatchObject({
      titleEs: `Paquetes ${word}`,
      endpoints: ["GET /parcels", "POST /parcels"],
      services: [{ id: "tracking", titleEn: "Tracking", titleEs: "Rastreo" }],
      spec: { openapi: "3.1.0" },
      published: true,
    });
  expect(await (await operator.fetch(`/api/catalog?search=${word}`)).json()).toMatchObject([{ slug }]);
  expect(await (await operator.fetch(sitePath(slug))).text()).toContain(`Paquetes ${word}`);

  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("no longer on the site")).toBeVisible();
  await expect.poll(() => readEntry(operator, slug)).toBe(404);
  await expect.poll(async () => (await operator.fetch(sitePath(slug))).status).toBe(404);

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`${slug} has been deleted.`)).toBeVisible();
});

test("keeps the input of an entry over errors, a reload and a new session", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const other = makeDraft({ slug: newSlug() });
  await storeEntry(other);
  const page = await operator.context.newPage();
  await page.goto("/admin/catalog/new");
  await fillTexts(page, "No Slug", "ñandú");
  await getEditor(page).spec.fill('{ "half": ');
  await page.getByLabel("Endpoints", { exact: true }).fill(`GET /a\n\n${"x".repeat(501)}`);
  await page.getByRole("button", { name: "Add a service" }).click();
  await page.getByLabel("Address of the documentation").first().fill("http://example.com/insecure");
  await page.getByRole("button", { name: "Create draft" }).click();
  const summary = page.locator("#error-summary");
  await expect(summary).toBeFocused();
  await expect(summary).toContainText("Identifier of service 1 – Please fill this in.");
  await expect(summary).toContainText("Endpoints – Line 2: Please shorten it to 500 characters.");
  await expect(summary).toContainText("Document (JSON) – This is not a valid JSON object.");
  await expect(summary.getByRole("link")).toHaveCount(5);
  await expectAccessible(page);
  await summary.getByRole("link", { name: "Endpoints" }).click();
  await expect(page.getByLabel("Endpoints", { exact: true })).toBeFocused();
  await expect(getEditor(page).spec).toHaveAttribute("aria-invalid", "true");
  await expect(getEditor(page).titleEs).toHaveValue("Paquetes ñandú");

  await getEditor(page).slug.fill(other.slug);
  await getEditor(page).spec.fill("{}");
  await page.getByLabel("Endpoints", { exact: true }).fill("GET /a");
  await page.getByLabel("Address of the documentation").first().fill("https://example.com");
  await page.getByRole("button", { name: "Services: remove 1" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Add a service" }).click();
  await page.getByLabel("Identifier").last().fill("second");
  const up = page.getByRole("button", { name: "Services: move 2 up" });
  await up.press("Enter");
  await expect(page.getByText("second is now number 1 of 2.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Services: move 1 up" })).toBeFocused();
  await page.getByRole("button", { name: "Services: remove 2" }).click();
  await page.getByRole("button", { name: "Services: remove 1" }).click();
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(summary).toContainText("Slug – Another entry has this slug");
  const slug = newSlug();
  await getEditor(page).slug.fill(slug);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/catalog/${slug}$`));
  await expect(page.getByText("The draft is stored.")).toBeVisible();

  await page.getByRole("button", { name: "Add a service" }).click();
  await page.getByLabel("Identifier").fill("second");
  await getEditor(page).titleEn.fill("Unsaved");
  await query("DELETE FROM operator_sessions WHERE id = $1", [operator.sessionId]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your session has ended")).toBeVisible();
  const { value } = await newSession(operator.operator.id);
  await operator.context.addCookies([{ name: sessionCookie, value, url: process.env.E2E_URL ?? "" }]);
  await page.reload();
  await expect(page.getByText("Your unsaved changes")).toBeVisible();
  await expect(getEditor(page).titleEn).toHaveValue("Unsaved");
  await expect(page.getByLabel("Identifier")).toHaveValue("second");
  await page.getByRole("button", { name: "Discard them" }).click();
  await expect(getEditor(page).titleEn).toHaveValue("Parcels ñandú");
  await expect(page.getByLabel("Identifier")).toHaveCount(0);
  await expect(page.getByText("Your unsaved changes")).toBeHidden();
  expect(await readStorage(page)).not.toContain("Unsaved");
});

test(
  "keeps the input of an operator whose entry someone else has changed or deleted",
  nightly,
  async ({ signedIn }) => {
    const [first, second] = [await signedIn("member"), await signedIn("member")];
    const entry = makeDraft({ slug: newSlug() });
    await storeEntry(entry);
    const [one, two] = [await first.context.newPage(), await second.context.newPage()];
    const save = async (page: Page, titleEn: string) => {
      await getEditor(page).titleEn.fill(titleEn);
      await page.getByRole("button", { name: "Save and show" }).click();
    };
    for (const page of [one, two]) await page.goto(`/admin/catalog/${entry.slug}`);
    await save(one, "By the first");
    await expect(one.getByText("The changes are stored.")).toBeVisible();
    await save(two, "By the second");
    const notice = two.getByRole("alert").filter({ hasText: `${first.operator.name} changed this entry` });
    await expect(notice).toBeFocused();
    await save(two, "By the second");
    await expect(two.getByText("The changes are stored.")).toBeVisible();
    await expect.poll(() => readEntry(second, entry.slug)).toMatchObject({ titleEn: "By the second" });
    await save(one, "By the first again");
    await one.getByRole("button", { name: "Take what is stored" }).click();
    await expect(getEditor(one).titleEn).toHaveValue("By the second");

    await one.getByRole("button", { name: "Delete" }).click();
    await one.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(one.getByText("has been deleted.")).toBeVisible();
    await save(two, "Restored");
    await expect(two.getByText("This entry was deleted in the meantime")).toBeVisible();
    await two.getByRole("button", { name: "Create draft" }).click();
    await expect(two.getByText("The draft is stored.")).toBeVisible();
    await expect(getEditor(two).titleEn).toHaveValue("Restored");
  },
);
