import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { guideErrors, guideSections } from "../../lib/contract/guide.ts";
import { operations, toOperationSlug } from "../../lib/contract/operations.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { server } from "../support/built-app.ts";
import { locales, open, test, texts } from "../support/site.ts";

const url = process.env.E2E_URL ?? "";
const toHref = (operationId: string): Href => ({
  pathname: "/developers/[slug]",
  params: { slug: toOperationSlug(operationId) },
});

test("links from the footer to the developers' guide and to a page for each operation", async ({ page, baseURL }) => {
  const t = texts.es;
  await open(page, "es", "/");
  const foot = page.getByRole("contentinfo");
  await expect(foot.locator('a[href="/api/openapi.json"]')).toHaveCount(0);
  await foot.getByRole("link", { name: t("site.developers"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("developers.title") })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    t("catalog.onThisPage"),
    ...guideSections.map((id) => t(`developers.sections.${id}.title`)),
    t("developers.reference"),
  ]);
  const siteUrl = baseURL?.replace("127.0.0.1", "localhost");
  await expect(main.locator("header").getByRole("definition").locator("code")).toHaveText([
    `${siteUrl}/api`,
    `${siteUrl}/api/openapi.json`,
    `${siteUrl}/mcp`,
  ]);
  const errors = page.getByRole("region", { name: t("developers.sections.errors.title") });
  await expect(errors.getByRole("term")).toHaveText(
    guideErrors.map(({ status, code }) => (code ? `${status} ${code}` : `${status}`)),
  );
  const reference = page.getByRole("region", { name: t("developers.reference"), exact: true });
  for (const { operationId, path } of Object.values(operations)) {
    await expect(reference.getByRole("link", { name: path, exact: true })).toHaveAttribute(
      "href",
      getPathname({ href: toHref(operationId), locale: "es" }),
    );
  }
  await reference.getByRole("link", { name: "/leads/evaluate", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(operations.submitEvaluation.summary);
  for (const name of ["projectDescription", "answersByKey", "schedulingUrl"]) {
    await expect(main.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(main.locator("[data-sample=curl]").first()).toBeVisible();
});

test("keeps each page of the developers' guide small enough for an assistant to read at once", {
  tag: "@own-server",
}, async () => {
  const pages: Href[] = ["/developers", ...Object.keys(operations).map(toHref)];
  for (const locale of locales) {
    for (const href of pages) {
      const path = getPathname({ href, locale });
      const html = await (await fetch(url + path)).text();
      // Common models use one token for about 3.4 characters, so a page has at most 10,000 tokens.
      expect({ path, isShort: html.length <= 34_000, isSmall: gzipSync(html).length <= 25_000 }).toEqual({
        path,
        isShort: true,
        isSmall: true,
      });
    }
  }
  expect((await fetch(`${url}/en/developers/no-such-operation`)).status).toBe(404);
});

test("offers the typed client as a download", async ({ request }) => {
  const response = await request.get("/encaje-client.ts");
  expect(response.status()).toBe(200);
  expect(await response.text()).toContain("createEncajeClient");
});

test("offers copy buttons and keeps the chosen language on a page without React", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en/developers?utm_source=newsletter#limits");
  if (server === "own") await expect(page.locator("script[src]")).toHaveCount(0);
  await page.getByRole("button", { name: texts.en("developers.api") }).click();
  await expect(page.getByRole("status")).toHaveText(texts.en("catalog.copied"));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/api$/);
  await page.getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(/\/es\/desarrolladores\?utm_source=newsletter#limits$/);
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: "locale", value: "es" }));
});
