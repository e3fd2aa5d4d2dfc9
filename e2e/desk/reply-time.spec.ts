import { expect } from "@playwright/test";
import { receiptParameter } from "../../lib/domain/submissions/core/first-touch.ts";
import { workingHoursIn } from "../../lib/domain/submissions/core/working-time.ts";
import { receiptHeader } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { formatTimeInWords } from "../../lib/i18n/time-in-words.ts";
import { inOneLanguage, nightly } from "../support/nightly.ts";
import { newOperator, newSession, sessionCookie, test } from "../support/operators.ts";
import { answersFor } from "../support/site.ts";
import { createClient, createDatabase, evaluation, inquiry, readId } from "../support/test.ts";

const timeZone = "America/New_York";
const [today = ""] = new Date().toISOString().split("T");
const settings = {
  REPLY_HOURS: "24",
  BUSINESS_DAYS: "mon-fri",
  BUSINESS_HOURS: "09:00-18:00",
  HOLIDAYS: today,
  TIME_ZONE: timeZone,
};
const addHours = workingHoursIn({
  days: ["mon", "tue", "wed", "thu", "fri"],
  hours: { from: 9 * 60, to: 18 * 60 },
  holidays: [today],
  timeZone,
});
function readDueAt(receipt: string): Date {
  const [, , time = ""] = receipt.split(".");
  return addHours(new Date(Number.parseInt(time, 36)), 24);
}

const replyTimes = { en: "24 working hours", es: "24 horas hábiles" };

test(
  "shows the configured reply time on the site, in verdicts, on result pages and at the desk",
  nightly,
  async ({ page, context, startOwn }) => {
    const DATABASE_URL = await createDatabase();
    const app = await startOwn({ DATABASE_URL, AUTH_SECRET: process.env.E2E_AUTH_SECRET ?? "", ...settings });
    const client = createClient(app.url);
    const operator = await newOperator("member", true, DATABASE_URL);
    const { value } = await newSession(operator.id, DATABASE_URL);
    for (const locale of inOneLanguage("es")) {
      const hrefs = [
        "/",
        "/contact",
        "/evaluation",
        { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } },
      ] as const;
      for (const href of hrefs) {
        await page.goto(app.url + getPathname({ href, locale }));
        const main = page.getByRole("main");
        await expect(main).toContainText(replyTimes[locale]);
        await expect(main).not.toContainText("48 h");
      }
      const input = evaluation({ answers: answersFor.review, language: locale });
      const sent = await client.post("/api/leads/evaluate", input, { "sec-fetch-site": "same-origin" });
      expect(sent.json).toMatchObject({ message: expect.stringContaining(replyTimes[locale]) });
      const receipt = sent.headers.get(receiptHeader) ?? "";
      const dueAt = readDueAt(receipt);
      await page.goto(
        `${app.url}${getPathname({ href: "/evaluation/result", locale })}?${receiptParameter}=${receipt}`,
      );
      await expect(page.getByRole("status")).toContainText(replyTimes[locale]);
      await expect(page.getByRole("main")).toContainText(formatTimeInWords(dueAt, locale, timeZone));

      const question = await client.post("/api/leads/contact", inquiry({ language: locale }), {
        "sec-fetch-site": "same-origin",
      });
      const asked = question.headers.get(receiptHeader) ?? "";
      await page.goto(`${app.url}${getPathname({ href: "/contact/sent", locale })}?${receiptParameter}=${asked}`);
      await expect(page.getByRole("status")).toContainText(replyTimes[locale]);
      await expect(page.getByRole("main")).toContainText(formatTimeInWords(readDueAt(asked), locale, timeZone));

      await context.addCookies([{ name: sessionCookie, value, url: app.url }]);
      await page.goto(`${app.url}/admin/inbox/evaluation/${readId(sent.json)}`);
      const words = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone }).format(dueAt);
      await expect(page.getByRole("main").getByText(words)).toBeVisible();
      // Leave the desk's page, which keeps sending requests, before the cookies are deleted.
      await page.goto("about:blank");
      await context.clearCookies();
    }
  },
);
