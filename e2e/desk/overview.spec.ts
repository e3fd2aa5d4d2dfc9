import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { evaluation, query } from "../support/test.ts";

const panel = (page: Page, name: string) => page.getByRole("figure", { name });
const tableOf = (page: Page, name: string) => panel(page, name).getByRole("table", { name });

/** The numbers of the row called `row`, by the heads of their columns. */
async function numbersOf(page: Page, table: string, row: string | RegExp): Promise<Record<string, number>> {
  const heads = await tableOf(page, table).getByRole("columnheader").allInnerTexts();
  const cells = await tableOf(page, table)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: row }) })
    .getByRole("cell")
    .allInnerTexts();
  return Object.fromEntries(
    cells.map((text, at) => [(heads[at + 1] ?? "").trim(), Number(text.replace(/[,%–]/g, ""))]),
  );
}

type Change = Record<string, unknown>;

/** Rows of long ago, which no other test makes: a week of their own, which all spans but the shortest show. */
async function stored(kind: "evaluation" | "inquiry", weeksAgo: number, change: Change = {}): Promise<void> {
  const [at] = await query<{ at: Date }>(
    `SELECT (date_trunc('week', now() AT TIME ZONE 'America/Mexico_City') - make_interval(weeks => $1, hours => -50))
       AT TIME ZONE 'America/Mexico_City' AS at`,
    [weeksAgo],
  );
  const shared = { request_id: "overview", name: "Ana", email: "ana@example.com", language: "es", source_page: "/es" };
  const own =
    kind === "inquiry"
      ? { text: "What does it cost?" }
      : {
          role: "Manager",
          company: "Café",
          text: `${evaluation().projectDescription}`,
          discovery_source: "A friend",
          answers: Array(9).fill(1),
          answers_form: "answers",
          score: 9,
          route: "review",
          review_min: 7,
          qualified_min: 13,
        };
  const [next] = await query<{ id: number }>("SELECT nextval($1)::int AS id", [`${kind}_id_seq`]);
  const row: Change = { kind, id: next?.id, created_at: at?.at, channel: "web", ...shared, ...own, ...change };
  const names = Object.keys(row);
  const places = names.map((_, place) => `$${place + 1}`);
  await query(`INSERT INTO submissions (${names.join(", ")}) VALUES (${places.join(", ")})`, Object.values(row));
}

const byAssistant = (agent_name: string) => ({ channel: "ai_agent", agent_name, user_consent: true });
const weekAgo = (page: Page, weeks: number) =>
  tableOf(page, "Submissions by route").getByRole("rowheader").nth(weeks).textContent();

test("what is submitted is in the numbers of its week, by route and by channel", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  await stored("evaluation", 7, { route: "qualified" });
  await page.goto("/admin/overview");
  const week = new RegExp(`^${await weekAgo(page, 7)}$`);
  const read = async () => ({
    route: await numbersOf(page, "Submissions by route", week),
    channel: await numbersOf(page, "Submissions by channel", week),
    routes: await numbersOf(page, "Submissions by route", "Total"),
  });
  const before = await read();
  await stored("evaluation", 7, { route: "qualified", ...byAssistant("Claude") });
  await stored("evaluation", 7, { route: "redirect" });
  await stored("inquiry", 7);
  await page.reload();
  const after = await read();
  expect(after.route).toEqual({
    Qualified: (before.route.Qualified ?? 0) + 1,
    Review: before.route.Review,
    Redirect: (before.route.Redirect ?? 0) + 1,
    Inquiries: (before.route.Inquiries ?? 0) + 1,
    Total: (before.route.Total ?? 0) + 3,
  });
  expect([after.channel.Website, after.channel.Total]).toEqual([
    (before.channel.Website ?? 0) + 2,
    (before.channel.Total ?? 0) + 3,
  ]);
  expect(after.routes.Total).toBeGreaterThanOrEqual((before.routes.Total ?? 0) + 3);
});

test("sources are shown as text, whatever their names try to be", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const word = randomBytes(4).toString("hex");
  const name = `<b>${word}</b>\u202E ${"long ".repeat(60)}`;
  for (let more = 0; more < 60; more++) {
    await stored("evaluation", 2, {
      utm: { utm_source: more % 3 ? name : name.toUpperCase() },
      route: more % 2 ? "review" : "qualified",
    });
  }
  await page.goto("/admin/overview?weeks=4");
  const row = tableOf(page, "Where they come from")
    .getByRole("row")
    .filter({ hasText: `<b>${word}</b> long long` });
  await expect(row.getByRole("cell")).toHaveText(["60", "30"]);
  await expect(row.getByRole("rowheader")).toHaveText(/^.{47}…$/);
});

test("the time to the first reply is told by its hours", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  await stored("evaluation", 9);
  const read = async () => {
    await page.goto("/admin/overview");
    const rows = ["4 to 12 h", "48 h or later", "Still waiting", "Promised"];
    const numbers = await Promise.all(rows.map((row) => numbersOf(page, "Time to the first reply", row)));
    return numbers.map(({ Submissions = 0 }) => Submissions);
  };
  const before = await read();
  const replied = async (hours: number) => {
    const [created] = await query<{ at: Date }>("SELECT now() - interval '20 days' AS at");
    const at = created?.at ?? new Date();
    const repliedAt = new Date(at.getTime() + hours * 3_600_000);
    await stored("evaluation", 9, { created_at: at, replied_at: repliedAt, status: "contacted" });
  };
  await replied(5);
  await replied(48);
  const after = await read();
  expect(after[0]).toBe((before[0] ?? 0) + 1);
  expect(after[1]).toBe((before[1] ?? 0) + 1);
  expect(after[3]).toBeGreaterThanOrEqual((before[3] ?? 0) + 2);
});

test("periods are links, and so are the key figures that the inbox can show", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  await stored("evaluation", 1);
  await page.goto("/admin/overview");
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "26 weeks" }).click();
  await expect(page).toHaveURL(/\/admin\/overview\?weeks=26$/);
  await expect(tableOf(page, "Submissions by route").getByRole("row")).toHaveCount(28);
  await page.goto("/admin/overview?weeks=7");
  await expect(tableOf(page, "Submissions by route").getByRole("row")).toHaveCount(14);
  await page.getByRole("link", { name: "Who waits, due first" }).click();
  await expect(page).toHaveURL(/\/admin\/inbox\?sort=due$/);
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
});

test("everything is there without script, and no picture without its numbers", async ({ signedIn, browser }) => {
  const { cookie, context } = await signedIn("member");
  await stored("evaluation", 1, byAssistant("ChatGPT"));
  const own = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
  const page = await own.newPage();
  expect(cookie).not.toBe("");
  await page.goto(`${process.env.E2E_URL}/admin/overview`);
  await expect(page.getByRole("figure")).toHaveCount(4);
  for (const figure of await page.getByRole("figure").all()) {
    await expect(figure.getByRole("table")).toBeVisible();
    await expect(figure.getByRole("img")).toHaveCount(0);
    expect(await figure.locator("svg rect").count()).toBeGreaterThan(0);
  }
  await own.close();
});

test("axe finds nothing on any period", async ({ signedIn }) => {
  const page = await (await signedIn("admin")).context.newPage();
  await stored("inquiry", 3, byAssistant("An assistant of a name that is longer than any column could hold"));
  for (const path of ["/admin/overview", "/admin/overview?weeks=52"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
