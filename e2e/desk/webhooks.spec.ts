import { randomUUID } from "node:crypto";
import { expect, type Locator } from "@playwright/test";
import { firstByDay } from "../support/nightly.ts";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { picture } from "../support/pictures.ts";
import { query } from "../support/test.ts";

/** Waits first: unlike a click, a key press does not wait until the page's script has enabled the button. */
async function pressEnterOnceEnabled(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press("Enter");
}

test("lets an admin make, test, rotate and remove an endpoint by keyboard", async ({ signedIn }) => {
  const admin = await signedIn("admin");
  const word = randomUUID().slice(0, 8);
  const page = await admin.context.newPage();
  const { keyboard } = page;
  const status = page.getByRole("status").last();
  await page.goto("/admin/webhooks");
  await expect(page.getByRole("button", { name: "Save the endpoint" })).toBeEnabled();
  await page.getByLabel("Name", { exact: true }).focus();
  await keyboard.type(`CRM ${word}`);
  await page.getByLabel("Address").focus();
  await keyboard.type("http://127.0.0.1:9/hook");
  await keyboard.press("Enter");
  await expect(page.getByText("Choose an event.", { exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await keyboard.press("Space");
  await page.getByLabel("Address").focus();
  await keyboard.press("Enter");
  await expect(page.getByText("Only hosts in INSIDE_HOSTS may use http", { exact: false }).first()).toBeVisible();
  await expect(page.getByLabel("Address")).toBeFocused();
  await page.getByLabel("Address").fill("https://127.0.0.1:9/hook");
  await keyboard.press("Enter");
  const secret = page.locator("#new-secret-code");
  await expect(secret).toHaveText(/^whsec_[\w+/]{43}=$/);
  await expect(page.getByRole("region", { name: `CRM ${word}` })).toBeFocused();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await picture(page, "made");
  const former = await secret.textContent();
  const row = page.getByRole("row").filter({ hasText: `CRM ${word}` });
  await expect(row).toContainText("References only · JSON (Standard Webhooks)");

  await row.getByRole("link", { name: `Log of “CRM ${word}”` }).press("Enter");
  await expect(secret).toHaveCount(0);
  await pressEnterOnceEnabled(page.getByRole("button", { name: "Send a test" }));
  await expect(status).toContainText("on its way");
  // The test delivery waits, because the app of these tests has no worker.
  await expect(page.getByRole("listitem").filter({ hasText: "Test" })).toContainText("Waits until");
  await page.getByRole("button", { name: "Rotate the secret" }).press("Enter");
  await page.getByRole("button", { name: "Rotate it" }).press("Enter");
  await expect(secret).toHaveText(/^whsec_/);
  expect(await secret.textContent()).not.toBe(former);
  await expect(page.getByText("the former secret signs as well")).toBeVisible();
  await page.getByRole("button", { name: "Send all again since" }).press("Enter");
  await page.getByRole("button", { name: "Send again", exact: true }).last().press("Enter");
  await expect(page.getByText("Choose a time within the last 30 days.")).toBeVisible();
  await page.locator("dialog input").fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16));
  await keyboard.press("Enter");
  // Accept both results, because other tests may have stored events since.
  await expect(status).toContainText(/again\.|nothing since then/);

  await page.getByRole("link", { name: "All endpoints" }).press("Enter");
  await pressEnterOnceEnabled(row.getByRole("button", { name: `Switch off “CRM ${word}”` }));
  await expect(row).toContainText("Switched off");
  await row.getByRole("button", { name: `Remove “CRM ${word}”` }).press("Enter");
  await page.getByRole("button", { name: "Remove", exact: true }).last().press("Enter");
  await expect(row).toHaveCount(0);
});

/** Spanish has the longer texts. */
const looks = [
  { locale: "es-MX", width: 390 },
  { locale: "en-US", width: 1280 },
];

for (const { locale, width } of firstByDay(looks)) {
  test(`shows endpoints and their log in ${locale} at ${width} pixels`, async ({ signedIn }) => {
    const admin = await signedIn("admin", { locale, viewport: { width, height: 800 } });
    const [endpoint, event, delivery] = [randomUUID(), randomUUID(), randomUUID()];
    await query(
      `INSERT INTO webhook_endpoints (id, name, url, events, language, shape, format, secret, owner_id, created_at, failing_since)
       VALUES ($1, $2, 'https://crm.example.com/hooks/a-very-long-address-that-has-to-be-broken-somewhere', $3, 'es', 'person',
         'standard', '-', $4, now(), now() - interval '3 hours')`,
      [
        endpoint,
        `CRM ${endpoint.slice(0, 8)}`,
        ["submission.created", "reply.overdue", "entry.changed"],
        admin.operator.id,
      ],
    );
    await query(
      "INSERT INTO webhook_events (id, type, at, kind, submission_id) VALUES ($1, 'submission.created', now(), 'inquiry', 7)",
      [event],
    );
    await query(
      "INSERT INTO webhook_deliveries (id, endpoint_id, event_id, state, next_at, attempts) VALUES ($1, $2, $3, 'dead', now(), 2)",
      [delivery, endpoint, event],
    );
    const attempts = await query<{ id: string }>(
      `INSERT INTO webhook_attempts (delivery_id, at, status, fault, milliseconds)
       VALUES ($1, now(), NULL, 'slow', 15001), ($1, now(), 503, NULL, 42) RETURNING id`,
      [delivery],
    );
    await query("INSERT INTO webhook_answers (id, text) VALUES ($1, $2)", [
      attempts[1]?.id,
      `{"error":"${"busy ".repeat(40)}"}`,
    ]);
    const page = await admin.context.newPage();
    await page.goto("/admin/webhooks");
    const expectFit = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectFit();
    await picture(page, "endpoints");
    await expectAccessible(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/webhooks/${endpoint}`);
    await page.locator("summary").click();
    await expect(page.locator("pre")).toContainText("busy");
    await expectFit();
    await picture(page, "log");
    await expectAccessible(page);
    await query("DELETE FROM webhook_endpoints WHERE id = $1", [endpoint]);
  });
}
