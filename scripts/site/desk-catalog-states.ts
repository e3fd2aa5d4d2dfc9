// The editor of the catalog, an entry's history, and the import.
import { query } from "../../e2e/support/test.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { deskText } from "../../lib/i18n/desk-text.ts";
import { clickButton, type DeskJourney, go } from "./desk-journey.ts";
import { entryWithOpenApi } from "./states.ts";

const catalogText = (locale: Locale) => deskText(locale, "catalog");
/** Others leave it alone. */
const conflicting = "prize-draws";
const conflictPath = `/admin/catalog/${conflicting}`;
const entryPath = `/admin/catalog/${entryWithOpenApi}`;

/** Swagger 2.0 as YAML, with parts that an entry does not take. */
const swagger = `swagger: "2.0"
info: {title: Receipt validation, version: "2.0", description: "Reads receipts of **any** shop.\\n\\nAlso blurred ones."}
host: api.example.com
basePath: /v2
schemes: [https]
tags: [{name: receipts, description: Uploaded by people.}]
paths:
  /receipts:
    post:
      operationId: createReceipt
      tags: [receipts]
      consumes: [application/json]
      parameters: [{in: body, name: receipt, schema: {$ref: "#/definitions/Receipt"}}]
      responses: {"201": {description: Stored.}}
    fetch: {operationId: fetchReceipt}
definitions:
  Receipt: {type: object, properties: {total: {type: number}}}
`;

export const catalog: DeskJourney = {
  isScripted: true,
  isSignedIn: true,
  hasFailures: true,
  states: {
    "desk-catalog": go("/admin/catalog"),
    "desk-catalog-none-found": (page) => page.locator("#entry-search").fill("blockchain"),
    "desk-entry": go(entryPath),
    "desk-entry-refused": async (page, locale) => {
      await page.getByLabel(catalogText(locale)("fields.titleEs")).first().fill("");
      await clickButton(page, catalogText(locale)("savePublished"));
      await page.locator("#error-summary").waitFor();
    },
    // In the other language than the desk.
    "desk-entry-preview": async (page, locale) => {
      await page.goto(`${entryPath}/preview?language=${locale === "en" ? "es" : "en"}`);
    },
    "desk-entry-delete": async (page, locale) => {
      await page.goto(entryPath);
      await clickButton(page, catalogText(locale)("delete"));
    },
    "desk-entry-history": go(`${entryPath}/history`),
    "desk-entry-difference": async (page, locale) => {
      await page
        .getByRole("link", { name: catalogText(locale)("history.withNow") })
        .last()
        .click();
      await page.getByRole("button", { name: catalogText(locale)("history.restore") }).waitFor();
    },
    "desk-entry-new": go("/admin/catalog/new"),
    "desk-entry-new-refused": async (page, locale) => {
      await clickButton(page, catalogText(locale)("create"));
      await page.locator("#error-summary").waitFor();
    },
    "desk-import": go("/admin/catalog/import"),
    "desk-import-refused": async (page, locale) => {
      await page.getByLabel(catalogText(locale)("importDocument"), { exact: true }).fill('{"openapi": "3.1.0",}');
      await clickButton(page, catalogText(locale)("importNext"));
      await page.locator("main [aria-invalid=true]").waitFor();
    },
    "desk-import-review": async (page, locale) => {
      const t = catalogText(locale);
      await page.getByLabel(t("importDocument"), { exact: true }).fill(swagger);
      await page.getByLabel(t("importTarget"), { exact: true }).selectOption(entryWithOpenApi);
      await clickButton(page, t("importNext"));
      await page.getByRole("heading", { name: t("reviewTitle") }).waitFor();
    },
    "desk-entry-conflict": async (page, locale) => {
      await page.goto(conflictPath);
      const title = `Prize draws, ${locale}, ${page.viewportSize()?.width}`;
      await query("UPDATE catalog_entries SET title_en = $2, updated_at = now() WHERE slug = $1", [conflicting, title]);
      await page.locator("#titleEn").fill("Draws");
      await page.locator("#entry-form button[type=submit]").click();
      await page.getByRole("radiogroup").first().waitFor();
    },
  },
};
