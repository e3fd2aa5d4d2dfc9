import { expect, type Page } from "@playwright/test";
import { newOperator, newSession, sessionCookie, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { shareApps } from "../support/processes.ts";
import { createDatabase } from "../support/test.ts";

const startShared = shareApps();
let databaseUrl = "";
test.beforeAll(async () => {
  databaseUrl = await createDatabase();
});
const startOnOwnDatabase = () =>
  startShared({ DATABASE_URL: databaseUrl, AUTH_SECRET: process.env.E2E_AUTH_SECRET ?? "" });

async function addItem(page: Page, add: string, texts: Record<string, string>): Promise<void> {
  await page.getByRole("button", { name: add }).click();
  const item = page.getByRole("region").filter({ has: page.getByRole("button", { name: add }) });
  const group = item.locator("details").last();
  for (const [label, text] of Object.entries(texts)) await group.getByLabel(label).fill(text);
}

test("fills in a company in both languages, with a picture, previews it, publishes it and restores a version", async ({
  page,
  context,
}) => {
  const app = await startOnOwnDatabase();
  const operator = await newOperator("admin", true, databaseUrl);
  const { value } = await newSession(operator.id, databaseUrl);
  await context.addCookies([{ name: sessionCookie, value, url: app.url }]);
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
  const file = page.getByLabel(/^Picture/);
  /** The first upload takes longer, because it loads the image decoder. */
  const upload = { timeout: 30_000 };
  await file.setInputFiles("public/og-es.png");
  await expect(page.getByText("The picture is added.")).toBeVisible(upload);
  await page.getByRole("button", { name: "Picture: remove" }).press("Enter");
  await expect(file).toBeFocused();
  const { promise: release, resolve: endUpload } = Promise.withResolvers<void>();
  await page.route("**/site/pictures", async (route) => {
    await release;
    await route.continue();
  });
  await file.setInputFiles("public/og-en.png");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Wait until the picture is added" })).toBeVisible();
  endUpload();
  await expect(page.getByText("The picture is added.")).toBeVisible(upload);
  await page.getByLabel("What the picture shows in English").fill("A puzzle");
  await page.getByRole("button", { name: "Save draft" }).click();
  const summary = page.locator("#error-summary");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    /^WhatsApp – Write the country code/,
    /^Headline in Spanish – Fill this in/,
    /^Cases 1, Figures in Spanish – Write one to three lines/,
    /^Cases 1, What the picture shows in Spanish – Fill this in/,
  ]);
  await expectAccessible(page);
  await page.getByLabel("WhatsApp").fill("+52 55 1234 5678");
  await page.getByLabel("Headline in Spanish", { exact: true }).fill("Promociones sin sorpresas");
  await page.getByLabel("Figures in Spanish").fill("1.2 millones | tickets");
  await page.getByLabel("What the picture shows in Spanish").fill("Un rompecabezas");
  await page.reload();
  await expect(page.getByText("Your unsaved changes")).toBeVisible();
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
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The site is published")).toBeVisible();
  await expect.poll(countUnnamed, { timeout: 30_000 }).toBe(0);
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

test("warns an admin before overwriting another admin's changes, and is closed to members", async ({ browser }) => {
  const app = await startOnOwnDatabase();
  const open = async (role: "admin" | "member") => {
    const { id, name } = await newOperator(role, true, databaseUrl);
    const context = await browser.newContext();
    const { value } = await newSession(id, databaseUrl);
    await context.addCookies([{ name: sessionCookie, value, url: app.url }]);
    const page = await context.newPage();
    await page.goto(`${app.url}/admin/site`);
    return { page, name };
  };
  const [one, two, member] = [await open("admin"), await open("admin"), await open("member")];
  await expect(member.page).toHaveURL(/\/admin\/forbidden$/);
  const save = async ({ page }: { page: Page }, name: string) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Save draft" }).click();
  };
  await save(one, "By the first");
  await expect(one.page.getByText("The draft is stored.")).toBeVisible();
  await save(two, "By the second");
  const notice = two.page.getByRole("alert").filter({ hasText: `${one.name} changed the site in the meantime` });
  await expect(notice).toBeFocused();
  await two.page.getByRole("button", { name: "Save draft" }).click();
  await expect(two.page.getByText("The draft is stored.")).toBeVisible();
  await save(one, "By the first again");
  await one.page.getByRole("button", { name: "Take what is stored" }).click();
  await expect(one.page.getByLabel("Name", { exact: true })).toHaveValue("By the second");
});
