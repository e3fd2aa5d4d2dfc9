import { expect } from "@playwright/test";
import { shipments, storeNewEntry } from "../support/catalog.ts";
import { test, texts } from "../support/site.ts";

test("shows a specification that is not OpenAPI as JSON, and copies it in full", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en/catalog/campaign-export");
  await expect(page.getByRole("main")).toContainText(texts.en("catalog.asJson"));
  await expect(page.locator("#spec")).toContainText('"asyncapi": "3.0.0"');
  await page.getByRole("button", { name: "Copy JSON" }).click();
  await expect(page.getByRole("button", { name: /Copied/ })).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  const { spec } = await (await page.request.get("/api/catalog/campaign-export")).json();
  expect(copied).toEqual(spec);
});

test("selects the code and says so if the browser refuses to copy it", async ({ page }) => {
  await page.goto("/en/catalog/prize-shipments#operation-createShipment");
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await page.getByRole("button", { name: "Copy curl · POST /v1/shipments" }).click();
  await expect(page.getByText(texts.en("catalog.copyFailed"))).toBeVisible();
  expect(await page.evaluate(() => window.getSelection()?.toString().replace(/\s+/g, " "))).toContain("/v1/shipments");
});

test("shows a hostile specification as text and runs none of its scripts", async ({ page }) => {
  const script = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">`;
  const node = { type: "object", description: script, properties: { [script]: { $ref: "#/components/schemas/Node" } } };
  const operation = {
    operationId: script,
    summary: script,
    description: script,
    tags: [script],
    parameters: [{ name: script, in: script, schema: { type: script, enum: [script], default: script } }],
    requestBody: {
      content: { [script]: { schema: { $ref: "#/components/schemas/Node" }, example: { [script]: script } } },
    },
    responses: { [script]: { description: script } },
  };
  const many = Array.from({ length: 3_000 }, (_, at) => [`/p${at}`, { get: operation, post: operation }] as const);
  const entry = await storeNewEntry({
    titleEn: script,
    descriptionEn: script,
    endpoints: [script],
    spec: {
      openapi: "3.1.0",
      info: { description: script },
      servers: [{ url: "javascript:alert(1)" }, { url: `https://x.example/'${script}` }],
      paths: Object.fromEntries(many),
      components: { schemas: { Node: node } },
    },
  });
  await page.goto(`/en/catalog/${entry.slug}?search=${encodeURIComponent("<script>")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(script);
  await expect(page.locator("main")).toContainText(texts.en("catalog.spec.moreOperations", { count: 6_000 - 100 }));
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("main img, main a[href^=javascript]").count()).toBe(0);
  const data: string[] = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(JSON.parse(data.at(-1) ?? "")["@graph"][1].headline).toBe(script);
});

test("describes an entry to search engines in the language of the page", async ({ page }) => {
  await page.goto("/es/catalogo/prize-shipments");
  const data = await page.locator("main script[type='application/ld+json']").textContent();
  const [breadcrumbs, article] = JSON.parse(data ?? "")["@graph"];
  expect(breadcrumbs.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    texts.es("catalog.title"),
    shipments.es,
  ]);
  expect(article).toMatchObject({ "@type": "TechArticle", headline: shipments.es, inLanguage: "es" });
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", article.url);
  await expect(page.locator("link[hreflang=en]")).toHaveAttribute("href", /\/en\/catalog\/prize-shipments$/);
});

test("expands every operation of a reference in print", async ({ page }) => {
  await page.goto("/en/catalog/prize-shipments");
  const operation = page.locator("details", { has: page.locator("#operation-createShipment") });
  const height = () => operation.evaluate((element) => element.getBoundingClientRect().height);
  const closed = await height();
  expect(closed).toBeLessThan(100);
  await page.emulateMedia({ media: "print" });
  await expect.poll(height).toBeGreaterThan(closed + 100);
});
