import { type Browser, expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { draft, randomWord, storeEntry } from "../support/entries.ts";
import { type SignedIn, sessionCookie, test } from "../support/operators.ts";
import { query } from "../support/test.ts";

const newSlug = () => `entry-${randomWord()}`;
const sitePath = (slug: string) =>
  getPathname({ href: { pathname: "/catalog/[slug]", params: { slug } }, locale: "es" });

/** What the public API says of a slug: its entry, or the status of the refusal. */
async function readBy(operator: SignedIn, slug: string): Promise<Record<string, unknown> | number> {
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

async function withoutScript(browser: Browser, { cookie }: SignedIn) {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL, javaScriptEnabled: false });
  const value = cookie.slice(sessionCookie.length + 1);
  await context.addCookies([{ name: sessionCookie, value, url: process.env.E2E_URL ?? "" }]);
  return context;
}

test("an entry is made, changed and published by form; API and site show it; unpublished it is nowhere", async ({
  signedIn,
}) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const [slug, word] = [newSlug(), randomWord()];

  await page.goto("/admin/catalog");
  await page.getByRole("link", { name: "New entry" }).click();
  await fillTexts(page, slug, word);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByText("The draft is stored.")).toBeVisible();
  expect(await readBy(operator, slug)).toBe(404);
  expect((await operator.fetch(sitePath(slug))).status).toBe(404);

  await page.getByLabel("Endpoints", { exact: true }).fill("GET /parcels\n\nPOST /parcels");
  await page.getByLabel("Identifier").last().fill("tracking");
  await page.getByLabel("Title in English").last().fill("Tracking");
  await page.getByLabel("Document (JSON)").fill('{ "openapi": "3.1.0" }');
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes are stored.")).toBeVisible();
  await expect(page.getByText("Spanish: title of service tracking")).toBeVisible();

  await page.getByRole("link", { name: "Publish" }).click();
  await expect(page.getByText("It cannot be published yet")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByText("Service 1: Tracking").click();
  await page.getByLabel("Title in Spanish").nth(1).fill("Rastreo");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The entry is published")).toBeVisible();
  await expect
    .poll(() => readBy(operator, slug))
    .toMatchObject({
      titleEs: `Paquetes ${word}`,
      endpoints: ["GET /parcels", "POST /parcels"],
      services: [{ id: "tracking", titleEn: "Tracking", titleEs: "Rastreo" }],
      spec: { openapi: "3.1.0" },
      published: true,
    });
  expect(await (await operator.fetch(`/api/catalog?search=${word}`)).json()).toMatchObject([{ slug }]);
  expect(await (await operator.fetch(sitePath(slug))).text()).toContain(`Paquetes ${word}`);

  await page.getByRole("link", { name: "Unpublish" }).click();
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("no longer on the site")).toBeVisible();
  await expect.poll(() => readBy(operator, slug)).toBe(404);
  await expect.poll(async () => (await operator.fetch(sitePath(slug))).status).toBe(404);

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`${slug} has been deleted.`)).toBeVisible();
  const log = await query<{ action: string; actor: string }>(
    "SELECT action, actor FROM audit_entries WHERE details->>'slug' = $1 ORDER BY id",
    [slug],
  );
  expect(log).toEqual(
    ["created", "changed", "changed", "published", "unpublished", "deleted"].map((what) => ({
      action: `catalog_entry_${what}`,
      actor: operator.operator.email,
    })),
  );
});

test("a change is seen on a second instance, by API and site", async ({ signedIn, startOwn }) => {
  const operator = await signedIn("admin");
  const entry = draft({ slug: newSlug() });
  const id = await storeEntry(entry);
  const second = await startOwn({ DATABASE_URL: process.env.E2E_DATABASE_URL ?? "" });
  const there = async (path: string) => (await fetch(`${second.url}${path}`)).text();
  expect(await there(`/api/catalog/${entry.slug}`)).toContain(entry.titleEn);
  const [row] = await query<{ at: Date }>("SELECT updated_at AS at FROM catalog_entries WHERE id = $1", [id]);
  const word = randomWord();
  const saved = await operator.post("/api/admin/catalog/save", {
    ...{ id: String(id), storedSlug: entry.slug, published: "yes", updatedAt: row?.at.toISOString() ?? "" },
    ...{ slug: entry.slug, titleEn: word, titleEs: word, descriptionEn: "A", descriptionEs: "B" },
  });
  expect(saved.headers.get("location")).toBe(`/admin/catalog/${entry.slug}?done=saved`);
  const timeout = 60_000;
  await expect.poll(() => there(`/api/catalog/${entry.slug}`), { timeout }).toContain(word);
  await expect.poll(() => there("/api/catalog"), { timeout }).toContain(word);
  await expect.poll(() => there(sitePath(entry.slug)), { timeout }).toContain(word);
});

test("without script, what is refused stands in the form again as it was typed, each fault at its field", async ({
  browser,
  signedIn,
}) => {
  const operator = await signedIn("member");
  const context = await withoutScript(browser, operator);
  const page = await context.newPage();
  const slug = newSlug();
  await page.goto("/admin/catalog/new");
  await fillTexts(page, slug, "ñandú");
  await page.getByLabel("Document (JSON)").fill('{ "half": ');
  await page.getByLabel("Identifier").fill("one");
  await page.getByLabel("Address of the documentation").last().fill("http://example.com/insecure");
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("Document (JSON): is not valid JSON");
  await expect(page.getByLabel("Document (JSON)")).toHaveValue('{ "half": ');
  await expect(page.getByLabel("Document (JSON)")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Title in Spanish").first()).toHaveValue("Paquetes ñandú");
  await expect(page.getByLabel("Identifier")).toHaveCount(2);
  await page.getByLabel("Document (JSON)").fill("{}");
  await page.getByLabel("Address of the documentation").last().fill("https://example.com");
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/catalog/${slug}\\?done=created$`));
  await context.close();
});

test("unsaved work survives a reload and another visit, groups of services too, until it is discarded", async ({
  signedIn,
}) => {
  const operator = await signedIn("member");
  const entry = draft({ slug: newSlug() });
  await storeEntry(entry);
  const page = await operator.context.newPage();
  await page.goto(`/admin/catalog/${entry.slug}`);
  await page.getByRole("button", { name: "Add another service" }).click();
  await page.getByLabel("Identifier").last().fill("second");
  await page.getByLabel("Title in English").first().fill("Unsaved");
  await page.reload();
  await expect(page.getByText("Unsaved work of yours")).toBeVisible();
  await expect(page.getByLabel("Title in English").first()).toHaveValue("Unsaved");
  await expect(page.getByLabel("Identifier").last()).toHaveValue("second");
  await page.goto("/admin/catalog");
  await page.goto(`/admin/catalog/${entry.slug}`);
  await expect(page.getByLabel("Title in English").first()).toHaveValue("Unsaved");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByLabel("Title in English").first()).toHaveValue(entry.titleEn);
  await expect(page.getByText("Unsaved work of yours")).toBeHidden();
});

test("the second of two operators is told what the first one changed, and overwrites it only knowingly", async ({
  signedIn,
}) => {
  const [first, second] = [await signedIn("member"), await signedIn("member")];
  const entry = draft({ slug: newSlug() });
  await storeEntry(entry);
  const [one, two] = [await first.context.newPage(), await second.context.newPage()];
  await one.goto(`/admin/catalog/${entry.slug}`);
  await two.goto(`/admin/catalog/${entry.slug}`);
  await one.getByLabel("Title in English").first().fill("By the first");
  await one.getByRole("button", { name: "Save and show" }).click();
  await expect(one.getByText("The changes are stored.")).toBeVisible();
  await two.getByLabel("Title in Spanish").first().fill("Del segundo");
  await two.getByRole("button", { name: "Save and show" }).click();
  await expect(two.getByText("Someone has changed this entry meanwhile").first()).toBeVisible();
  await expect(two.getByRole("alert").first()).toContainText("By the first");
  await expect(two.getByLabel("Title in Spanish").first()).toHaveValue("Del segundo");
  expect(await readBy(second, entry.slug)).toMatchObject({ titleEn: "By the first", titleEs: entry.titleEs });
  await two.getByRole("button", { name: "Save and show" }).click();
  await expect(two.getByText("The changes are stored.")).toBeVisible();
});

test("what is not an entry is refused in JSON to who asks for JSON", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const json = { accept: "application/json" };
  const refused = await operator.post("/api/admin/catalog/save", { slug: "No Slug" }, json);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ error: expect.stringContaining("slug") });
  const gone = await operator.post(
    "/api/admin/catalog/publish",
    { id: "2147483647", updatedAt: new Date().toISOString(), storedSlug: "x" },
    json,
  );
  expect(gone.status).toBe(404);
});

test("the preview shows a draft in both languages as readers would see it", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const entry = draft({ slug: newSlug(), published: false });
  await storeEntry(entry);
  const page = await operator.context.newPage();
  await page.goto(`/admin/catalog/${entry.slug}`);
  await page.getByRole("link", { name: "Preview in Spanish" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.titleEs);
  await page.getByRole("link", { name: "Preview in English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.titleEn);
});
