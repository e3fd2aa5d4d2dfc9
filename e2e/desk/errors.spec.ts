import { expect } from "@playwright/test";
import texts from "../../messages/en/desk/error.json" with { type: "json" };
import { setUnreachable } from "../support/database-away.ts";
import { newOperator, newSession, sessionCookie, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { queryAt } from "../support/processes.ts";
import { createDatabase, query } from "../support/test.ts";

/** Creates an operator with a session in the shared database; with `url`, also copies both to that database. */
async function createSession(url?: string): Promise<string> {
  const operator = await newOperator("admin");
  const { id, value } = await newSession(operator.id);
  const tables = { operators: operator.id, operator_sessions: id };
  for (const [table, key] of Object.entries(url ? tables : {})) {
    const [row] = await query<{ json: unknown }>(`SELECT to_json(t) AS json FROM ${table} AS t WHERE id = $1`, [key]);
    await queryAt(url ?? "", `INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, $1)`, [
      row?.json,
    ]);
  }
  return value;
}

test("reports a database outage on the desk's pages, and recovers afterwards", async ({
  page,
  context,
  startOwn,
  tolerate,
}) => {
  tolerate(/^Failed to load resource/);
  // React logs this error when rendering failed on the server.
  tolerate(/React error #441/);
  const url = await createDatabase();
  const app = await startOwn({ DATABASE_URL: url, AUTH_SECRET: process.env.E2E_AUTH_SECRET ?? "" });
  await context.addCookies([{ name: sessionCookie, value: await createSession(url), url: app.url }]);
  await setUnreachable(url, true);
  for (const path of ["/admin", "/admin/inbox/evaluation/1", "/admin/catalog"]) {
    const response = await context.request.get(`${app.url}${path}`);
    expect(response.status(), path).toBe(503);
    expect(await response.text(), path).not.toMatch(/prisma|postgres|ECONN/i);
  }
  await page.goto(`${app.url}/admin/overview`);
  await expect(page.getByRole("heading", { level: 1, name: texts.title })).toBeVisible();
  await expect(page.getByRole("link", { name: texts.home })).toHaveAttribute("href", "/admin/inbox");
  await expectAccessible(page);
  await setUnreachable(url, false);
  await expect(async () => {
    await page.getByRole("link", { name: texts.retry }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page).toHaveURL(`${app.url}/admin/overview`);
});

test("shows an error page with a way back to the inbox when a script of the desk fails", async ({
  page,
  context,
  baseURL,
  tolerate,
}) => {
  tolerate(/This browser takes no keys/);
  await context.addCookies([{ name: sessionCookie, value: await createSession(), url: baseURL ?? "" }]);
  await page.addInitScript(() => {
    const keep = document.addEventListener;
    document.addEventListener = function (this: Document, ...given: unknown[]) {
      // Fail only the inbox's own listener: failed listeners of the framework would report more errors.
      if (given[0] === "keydown" && given.length === 2) throw new Error("This browser takes no keys");
      return Reflect.apply(keep, this, given);
    };
  });
  await page.goto("/admin/inbox");
  const alert = page.getByRole("alert").filter({ hasText: texts.title });
  await expect(alert.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(alert.getByRole("link", { name: texts.home })).toHaveAttribute("href", "/admin/inbox");
});
