import { expect, type Locator } from "@playwright/test";
import { getCards, getCatalogPath, getEntryPath } from "../support/catalog.ts";
import { open, test, texts } from "../support/site.ts";

test.use({ forcedColors: "active" });

const t = texts.es;

async function readBorderWidth(locator: Locator): Promise<number> {
  return locator.first().evaluate((element) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
    return borderTopStyle === "none" ? 0 : Number.parseFloat(borderTopWidth);
  });
}

/** Reads the colours of a search match and of its background. */
async function readMatchColors(mark: Locator): Promise<string[]> {
  return mark.first().evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor];
  });
}

test("shows pieces, panels and the main action with borders in forced colours", async ({ page }) => {
  await open(page, "es", "/");
  const main = page.getByRole("main");
  const primary = await readBorderWidth(main.getByRole("link", { name: t("home.evaluate") }));
  const secondary = await readBorderWidth(main.getByRole("link", { name: t("home.ask") }));
  expect(secondary).toBeGreaterThan(0);
  expect(primary).toBeGreaterThan(secondary);
  for (const name of [t("home.glimpse.title"), t("home.ways.title")]) {
    expect(await readBorderWidth(page.getByRole("region", { name }).locator(".piece"))).toBeGreaterThan(0);
  }
  await page.goto(`${getEntryPath("es", "prize-draws")}?search=sorteo`);
  expect(await readBorderWidth(main.locator("aside"))).toBeGreaterThan(0);
  expect(
    await readBorderWidth(page.getByRole("link", { name: t("catalog.withoutMarks") }).locator("../..")),
  ).toBeGreaterThan(0);
});

test("shows borders on the answers, fields and buttons of both forms with forced colours", async ({ page }) => {
  await open(page, "es", "/evaluation");
  const main = page.getByRole("main");
  expect(await readBorderWidth(main.locator("label", { has: page.getByRole("radio") }))).toBeGreaterThan(0);
  expect(await readBorderWidth(main.getByRole("button", { name: t("form.continue") }))).toBeGreaterThan(0);
  await open(page, "es", "/contact");
  expect(await readBorderWidth(page.locator("#name"))).toBeGreaterThan(0);
  expect(await readBorderWidth(page.locator("#message"))).toBeGreaterThan(0);
  expect(await readBorderWidth(main.getByRole("button", { name: t("contact.send") }))).toBeGreaterThan(0);
});

test("shows search matches in titles in distinct and legible colours with forced colours", async ({ page }) => {
  // Use the dark scheme, in which the text of a match would be as dark as the page.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(getCatalogPath("es", "envio"));
  const shown = [await readMatchColors(getCards(page).getByRole("link").locator("mark"))];
  await page.goto(`${getEntryPath("es", "prize-shipments")}?search=envio`);
  shown.push(await readMatchColors(page.getByRole("heading", { level: 1 }).locator("mark")));
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const [color, background] of shown) {
    expect(color).not.toBe(background);
    // Expect an opaque background: a transparent one would be rgba().
    expect(background).toMatch(/^rgb\(/);
    expect(background).not.toBe(canvas);
  }
});
