import { expect, type Page } from "@playwright/test";
import { chooseTimes } from "../../lib/domain/bookings/booking.ts";
import { receiptParameter } from "../../lib/domain/submissions/core/first-touch.ts";
import { receiptHeader } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { formatTimeInWords } from "../../lib/i18n/time-in-words.ts";
import { CalComServer } from "../../lib/server/bookings/cal-com-server.fixture.ts";
import type { App } from "../../tools/processes.ts";
import { answersFor, type Locale, locales, test, texts } from "../support/site.ts";
import { createClient, createDatabase, evaluation } from "../support/test.ts";

test.describe.configure({ mode: "serial" });
test.use({ javaScriptEnabled: false });

const calCom = new CalComServer();
const guatemala = "America/Guatemala";

test.afterAll(async () => {
  await calCom.stop();
  expect(calCom.faults).toEqual([]);
});

async function openResult(page: Page, app: App, locale: Locale): Promise<void> {
  const input = evaluation({ answers: answersFor.qualified, language: locale, name: "Lucía Hernández" });
  const { headers } = await createClient(app.url).post("/api/leads/evaluate", input);
  const query = new URLSearchParams({ [receiptParameter]: headers.get(receiptHeader) ?? "", zone: guatemala });
  await page.goto(`${app.url}${getPathname({ href: "/evaluation/result", locale })}?${query}`);
}

test("offers times on the result page, books one by a press without script, and asks no other host", async ({
  page,
  startOwn,
}) => {
  test.slow();
  const app = await startOwn({ DATABASE_URL: await createDatabase(), ...(await calCom.start()) });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  for (const locale of locales) {
    const t = texts[locale];
    const [startAt] = chooseTimes(calCom.offer(60), guatemala).flat();
    if (!startAt) throw new Error("no time is offered");
    const time = formatTimeInWords(startAt, locale, guatemala);
    await openResult(page, app, locale);
    await expect(page.locator("button[name=start]")).toHaveCount(12);
    await expect(page.getByText(t("booking.shared", { host: "cal.example.com" }))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 800 });

    const [taken] = calCom.free.splice(0, 1);
    expect(taken).toEqual(startAt);
    await page.getByRole("button", { name: time }).click();
    await expect(page.getByRole("alert")).toContainText(t("booking.problems.taken.title"));
    await expect(page.getByRole("button", { name: time })).toHaveCount(0);

    const next = formatTimeInWords(calCom.free[0] as Date, locale, guatemala);
    const bookings = calCom.bookings.length;
    await page.locator("input[name=reference]").evaluate((input: HTMLInputElement) => {
      input.value = "E-999999";
    });
    await page.getByRole("button", { name: next }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(calCom.bookings).toHaveLength(bookings);

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
  }
  expect([...hosts]).toEqual([new URL(app.url).host]);
  expect(calCom.bookings).toHaveLength(2);

  calCom.manner.slots = "hanging";
  await openResult(page, app, "en");
  await expect(page.getByRole("link", { name: texts.en("verdict.book") })).toBeVisible();
  await expect(page.locator("button[name=start]")).toHaveCount(0);
});
