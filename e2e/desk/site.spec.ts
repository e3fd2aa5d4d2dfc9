import { type BrowserContext, expect, type Page } from "@playwright/test";
import texts from "../../messages/en/desk/error.json" with { type: "json" };
import type { App } from "../../tools/processes.ts";
import { setUnreachable } from "../support/database-away.ts";
import { newOperator, newSession, sessionCookie, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { queryAt, shareApps } from "../support/processes.ts";
import { createDatabase } from "../support/test.ts";

const startShared = shareApps();
let databaseUrl = "";
let app: App;
test.beforeAll(async () => {
  databaseUrl = await createDatabase();
  app = await startShared({ DATABASE_URL: databaseUrl, AUTH_SECRET: process.env.E2E_AUTH_SECRET ?? "" });
});

/** Signs a new admin in. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const { id } = await newOperator("admin", true, databaseUrl);
  const { value } = await newSession(id, databaseUrl);
  await context.addCookies([{ name: sessionCookie, value, url }]);
}

async function addItem(page: Page, add: string, texts: Record<string, string>): Promise<void> {
  await page.getByRole("button", { name: add }).click();
  const item = page.getByRole("region").filter({ has: page.getByRole("button", { name: add }) });
  const group = item.locator("details").last();
  for (const [label, text] of Object.entries(texts)) await group.getByLabel(label).fill(text);
}

test("lets an admin edit, preview and publish the site's content, and restore a version", async ({ page, context }) => {
  await signIn(context, app.url);
  const readHomes = async () => {
    const paths = ["/en", "/es", "/en/privacy"];
    return Promise.all(paths.map(async (path) => (await fetch(app.url + path)).text()));
  };
  const countUnnamed = async () => (await readHomes()).filter((html) => !html.includes("Istmo Promociones")).length;
  expect(await countUnnamed()).toBe(3);

  await page.goto(`${app.url}/admin/site`);
  await page.getByLabel("Name", { exact: true }).fill("Istmo Promociones");
  await page.getByLabel("WhatsApp").fill("52 55");
  await page.getByLabel("Headline in Spanish", { exact: true }).fill("");
  await addItem(page, "Add a case", {
    Year: "2025",
    "Title in English": "Receipts",
    "Title in Spanish": "Tickets",
    "Text in English": "With weekly draws.",
    "Text in Spanish": "Con sorteos semanales.\n\nY premios.",
    "Figures in English": "1.2 million | receipts",
    "Figures in Spanish": "1.2 millones",
  });
  const file = page.getByLabel("Picture (optional)");
  await file.setInputFiles("public/apple-icon.png");
  await expect(page.getByText("The picture is added.")).toBeVisible();
  await page.getByRole("button", { name: "Picture: remove" }).press("Enter");
  await expect(file).toBeFocused();
  const wait = page.getByRole("alert").filter({ hasText: "Wait until the picture is added" });
  /** Uploads a picture, which the server gets only when `act` has been told to wait. */
  const uploadDuring = async (act: () => Promise<void>) => {
    const { promise: release, resolve: endUpload } = Promise.withResolvers<void>();
    await page.route("**/site/pictures", async (route) => {
      await release;
      await route.continue();
    });
    await file.setInputFiles("public/apple-icon.png");
    await act();
    await expect(wait).toBeVisible();
    endUpload();
    await expect(page.getByText("The picture is added.")).toBeAttached();
    await page.unroute("**/site/pictures");
  };
  const publish = async () => {
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  };
  await uploadDuring(() => page.getByRole("button", { name: "Save draft" }).click());
  await expect(page.getByText("The picture is added.")).toBeVisible();
  await page.getByLabel("What the picture shows in English").fill("A puzzle");
  await page.getByRole("button", { name: "Save draft" }).click();
  const summary = page.locator("#error-summary");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    /^WhatsApp – Write the country code/,
    /^Headline in Spanish – Fill this in/,
    /^Cases 1, Figures in Spanish – Write one to three lines/,
    /^Cases 1, What the picture shows in Spanish – Describe the picture/,
  ]);
  await expectAccessible(page);
  await page.getByLabel("WhatsApp").fill("+52 55 1234 5678");
  await page.getByLabel("Headline in Spanish", { exact: true }).fill("Promociones sin sorpresas");
  await page.getByLabel("Figures in Spanish").fill("1.2 millones | tickets");
  await page.getByLabel("What the picture shows in Spanish").fill("Un rompecabezas");
  await page.reload();
  await expect(page.getByText("Your unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  // Appears together with the stored version, with which the editor is mounted again.
  await expect(page.getByRole("button", { name: "Publish" })).toBeVisible();
  await uploadDuring(publish);
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The draft is stored.")).toBeVisible();

  await page.getByRole("link", { name: "Preview in Spanish" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Promociones sin sorpresas");
  await expect(page.getByText("1.2 millones")).toBeVisible();
  await expect(page.getByText(/semanales\.\s+Y premios/)).toHaveCSS("white-space", "pre-line");
  const picture = page.getByRole("img", { name: "Un rompecabezas" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await countUnnamed()).toBe(3);
  await page.getByRole("link", { name: "Back to the editor" }).click();
  await publish();
  await expect(page.getByText("The site is published")).toBeVisible();
  await expect.poll(countUnnamed).toBe(0);
  await expect(page.getByRole("button", { name: "Publish" })).toHaveCount(0);
  const [, source = ""] = /src="(\/pictures\/[^"]+)"/.exec((await readHomes())[1] ?? "") ?? [];
  expect((await fetch(app.url + source)).headers.get("content-type")).toBe("image/webp");

  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("row").nth(3).getByRole("link", { name: "With the current one" }).click();
  await expect(page.getByRole("heading", { name: "Headline in Spanish" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByText("The version is restored as a draft.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Encaje");
  expect(await countUnnamed()).toBe(0);
});

test("warns an admin before overwriting another admin's changes", async ({ page, context }) => {
  const other = await newOperator("admin", true, databaseUrl);
  const { value } = await newSession(other.id, databaseUrl);
  const saveByOther = async (name: string) => {
    const newest = "SELECT id AS seen, content FROM site_versions ORDER BY id DESC LIMIT 1";
    const [row] = await queryAt<{ seen: number; content: object }>(databaseUrl, newest);
    const headers = { "content-type": "application/json", cookie: `${sessionCookie}=${value}` };
    const body = JSON.stringify({ ...row?.content, seen: row?.seen, name });
    expect((await fetch(`${app.url}/api/admin/site/save`, { method: "POST", headers, body })).status).toBe(200);
  };
  await signIn(context, app.url);
  await page.goto(`${app.url}/admin/site`);
  const name = page.getByLabel("Name", { exact: true });
  const save = async () => page.getByRole("button", { name: "Save draft" }).click();
  const notice = page.getByRole("alert").filter({ hasText: `${other.name} changed the site in the meantime` });
  await saveByOther("By the other");
  await name.fill("Our own");
  await save();
  await expect(notice).toBeFocused();
  await name.press("Enter");
  await expect(page.getByText("The draft is stored.")).toBeVisible();
  // The page loads the stored version, with the form anew, before the other admin changes that one.
  await expect(notice).toHaveCount(0);
  await expect(name).toBeFocused();
  await saveByOther("By the other again");
  await name.fill("Our own again");
  await save();
  await page.getByRole("button", { name: "Take what is stored" }).click();
  await expect(name).toHaveValue("By the other again");
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
});

// This file has the app with a database of its own.
test("reports a database outage on the desk's pages, and recovers afterwards", async ({ page, context, tolerate }) => {
  tolerate(/^Failed to load resource/);
  // React logs this error when rendering failed on the server.
  tolerate(/React error #441/);
  await signIn(context, app.url);
  await setUnreachable(databaseUrl, true);
  for (const path of ["/admin", "/admin/inbox/evaluation/1", "/admin/catalog"]) {
    const response = await context.request.get(`${app.url}${path}`);
    expect(response.status(), path).toBe(503);
    expect(await response.text(), path).not.toMatch(/prisma|postgres|ECONN/i);
  }
  await page.goto(`${app.url}/admin/overview`);
  await expect(page.getByRole("heading", { level: 1, name: texts.title })).toBeVisible();
  await expect(page.getByRole("link", { name: texts.home })).toHaveAttribute("href", "/admin/inbox");
  await expectAccessible(page);
  await setUnreachable(databaseUrl, false);
  await expect(async () => {
    await page.getByRole("link", { name: texts.retry }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page).toHaveURL(`${app.url}/admin/overview`);
});
