import fs from "node:fs";
import { readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { chooseTimes } from "../../lib/domain/bookings/booking.ts";
import { receiptParameter } from "../../lib/domain/submissions/core/first-touch.ts";
import { receiptHeader } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { formatTimeInWords } from "../../lib/i18n/time-in-words.ts";
import { CalComServer } from "../../lib/server/bookings/cal-com-server.fixture.ts";
import type { App } from "../../tools/processes.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { queryAt } from "../support/processes.ts";
import { answersFor, test, texts } from "../support/site.ts";
import { createClient, createDatabase, evaluation, readId } from "../support/test.ts";

test.describe.configure({ mode: "serial" });
test.use({ javaScriptEnabled: false });

const calCom = new CalComServer();
const guatemala = "America/Guatemala";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-booking-"));
let databaseUrl = "";
let app: App;
test.beforeAll(async () => {
  databaseUrl = await createDatabase();
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MAIL_WORKER: "app" };
  app = await startBuiltApp({ ...own, ...(await calCom.start()) });
});
test.afterAll(async () => {
  await app.stop();
  await calCom.stop();
  fs.rmSync(dataDir, { recursive: true });
  expect(calCom.faults).toEqual([]);
});

async function openResultPage(page: Page): Promise<void> {
  const input = evaluation({ answers: answersFor.qualified, language: "en", name: "Lucía Hernández" });
  const { headers } = await createClient(app.url).post("/api/leads/evaluate", input);
  const query = new URLSearchParams({ [receiptParameter]: headers.get(receiptHeader) ?? "", zone: guatemala });
  await page.goto(`${app.url}${getPathname({ href: "/evaluation/result", locale: "en" })}?${query}`);
}

test("books a time from a reminder without script, and then shows the booking", async ({ page }) => {
  test.slow();
  calCom.offer(60);
  const input = evaluation({ answers: answersFor.qualified, language: "es", name: "Lucía Hernández" });
  const { json } = await createClient(app.url).post("/api/leads/evaluate", input);
  const readMail = async (mail: string) => {
    const files = await readdir(path.join(dataDir, "mail")).catch(() => []);
    const start = `evaluation-${readId(json)}-${mail}-`;
    const name = files.find((file) => file.startsWith(start) && file.endsWith(".eml"));
    return name ? PostalMime.parse(fs.readFileSync(path.join(dataDir, "mail", name))) : undefined;
  };
  await expect.poll(() => readMail("acknowledgement")).toBeDefined();
  const back = ["created_at", "booking_reminder_at"].map((column) => `${column} = ${column} - interval '49 hours'`);
  await queryAt(databaseUrl, `UPDATE submissions SET ${back} WHERE id = $1`, [readId(json)]);
  await expect.poll(() => readMail("reminder")).toBeDefined();
  const links = (await readMail("reminder"))?.text?.match(/http:\S+\/evaluacion\/recordatorio\?\S+/g) ?? [];
  const [link = "", other = ""] = links.map((each) => app.url + each.replace(/^http:\/\/[^/]+/, ""));
  const t = texts.es;

  const opened = await page.goto(link);
  const headers = { "referrer-policy": "no-referrer", "cache-control": expect.stringContaining("no-store") };
  expect(opened?.headers()).toMatchObject(headers);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(page.getByText(t("booking.shared", { host: "cal.example.com" }))).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  const startAt = new Date(new URL(link).searchParams.get("start") ?? "");
  expect(calCom.bookings).toEqual([]);
  await page.getByRole("button", { name: t("booking.bookChosen") }).click();
  await expect(page.getByRole("region", { name: t("booking.booked") })).toBeFocused();
  await expect(page.getByRole("main")).toContainText(formatTimeInWords(startAt, "es", "America/Mexico_City"));
  await page.goto(other);
  await expect(page.getByRole("heading", { name: t("booking.booked") })).toBeVisible();
  await page.goto(`${link}x`.replace("token=E", "token=F"));
  await expect(page.getByRole("heading", { name: t("booking.reminder.ended") })).toBeVisible();
});

test("offers and books times on the result page without script", async ({ page }) => {
  test.slow();
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  calCom.bookings.length = 0;
  const t = texts.en;
  const [startAt] = chooseTimes(calCom.offer(60), guatemala).flat();
  if (!startAt) throw new Error("no time is offered");
  const time = formatTimeInWords(startAt, "en", guatemala);
  calCom.manner.bookings = "down";
  await openResultPage(page);
  await page.locator("button[name=start]").first().click();
  await expect(page.getByText(t("booking.pendingText"))).toBeVisible();
  await expect(page.getByText("Book the technical review whenever it suits you")).toHaveCount(0);
  calCom.manner.bookings = "as documented";

  await openResultPage(page);
  await queryAt(databaseUrl, "UPDATE submissions SET status = 'spam', closed_at = now()");
  await page.locator("button[name=start]").first().click();
  await expect(page.getByRole("alert")).toContainText(t("booking.problems.unavailable.title"));
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("link", { name: t("verdict.book") })).toBeVisible();

  await openResultPage(page);
  await expect(page.locator("button[name=start]")).toHaveCount(12);
  await expect(page.getByText(t("booking.shared", { host: "cal.example.com" }))).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("https://cal.example.com/company/review")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  const [taken] = calCom.free.splice(0, 1);
  expect(taken).toEqual(startAt);
  await page.getByRole("button", { name: time }).click();
  await expect(page.getByRole("alert")).toContainText(t("booking.problems.taken.title"));
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("button", { name: time })).toHaveCount(0);

  const next = formatTimeInWords(calCom.free[0] as Date, "en", guatemala);
  const inOtherLanguage = page.getByRole("banner").locator("a[hreflang]");
  expect(await inOtherLanguage.getAttribute("href")).toContain(`zone=${encodeURIComponent(guatemala)}`);

  await page.getByRole("button", { name: next }).click();
  await expect(page.getByRole("heading", { name: t("booking.booked") })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(next);
  const manage = page.getByRole("link", { name: t("booking.manage") });
  await expect(manage).toHaveAttribute("href", `https://cal.example.com/booking/${calCom.bookings.at(-1)?.uid}`);
  const file = await page.getByRole("link", { name: t("booking.file") }).getAttribute("href");
  const calendar = await (await fetch(app.url + file)).text();
  expect(calendar).toContain(`DTSTART:${calCom.bookings.at(-1)?.start.replace(/[-:]|\.\d+/g, "")}\r\n`);
  expect([...hosts]).toEqual([new URL(app.url).host]);
  expect(calCom.bookings).toHaveLength(1);

  // Do this last: after a timeout, the app does not call the booking service for a while.
  calCom.manner.slots = "hanging";
  await openResultPage(page);
  await expect(page.getByRole("link", { name: t("verdict.book") })).toBeVisible();
  await expect(page.locator("button[name=start]")).toHaveCount(0);
});
