import { devices, expect, type Locator, type Page } from "@playwright/test";
import { makeDraft, storeEntry } from "../support/entries.ts";
import { nightly } from "../support/nightly.ts";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendLead } from "../support/submissions.ts";
import { byAgent, query, randomWord } from "../support/test.ts";

const getRows = (page: Page) => page.getByRole("list", { name: "Submissions" }).getByRole("link");

async function openFirstLead(page: Page): Promise<void> {
  await getRows(page).first().click();
  await expect(page).toHaveURL(/\/admin\/inbox\/evaluation\/\d+\?/);
}

test("lets an operator triage leads with at most eight key presses, and reply with at most six", async ({
  signedIn,
}) => {
  const { operator, context, send } = await signedIn("admin");
  const page = await context.newPage();
  const leads = 2;
  const company = randomWord();
  const texts = { textEn: "Hello {name}, we will call {company}.", textEs: "Buenos días, {name}:" };
  await send("/api/admin/templates/save", { name: `0 ${company}`, kind: "evaluation", route: "", ...texts });
  for (let count = 0; count < leads; count++) await sendLead({ company, language: "en" });
  await page.goto(`/admin/inbox?status=new&q=${company}`);
  await expect(getRows(page)).toHaveCount(leads);
  const presses = { triage: 0, reply: 0 };
  /** Presses a key that one of the tasks needs, or each of them. */
  const press = async (key: string, tasks: (keyof typeof presses)[] = ["triage", "reply"]) => {
    for (const task of tasks) presses[task]++;
    await page.keyboard.press(key);
  };
  const heading = page.getByRole("heading", { level: 2, name: company });
  await press("j");
  await press("Enter");
  for (let at = 1; at <= leads; at++) {
    const path = new URL(page.url()).pathname;
    await expect(heading).toBeFocused();
    await expect(page.getByRole("article")).toContainText(", Encaje");
    for (const key of ["s", "Enter", "m"]) await press(key, ["triage"]);
    await expect(page.getByRole("button", { name: /^Status: In review/ })).toBeVisible();
    for (const key of ["r", "/", "1"]) await press(key, ["reply"]);
    await expect(page.getByLabel("Your reply")).toHaveValue(new RegExp(`we will call ${company}`));
    await press("Control+Enter", ["reply"]);
    await expect(page.getByText("The reply goes out in a moment")).toBeVisible();
    await press("Escape", ["reply"]);
    if (at === leads) break;
    await press("j");
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
  }
  expect(presses.triage).toBeLessThanOrEqual(8 * leads);
  // The last press leaves the field.
  expect(presses.reply - 1).toBeLessThanOrEqual(6 * leads);
  await press("Escape");
  await expect(page).toHaveURL(new RegExp(`/admin/inbox\\?status=new&q=${company}$`));
  await expect(getRows(page)).toHaveCount(0);
  const stored = "SELECT status, owner_id, count(*)::int FROM submissions WHERE company = $1 GROUP BY 1, 2";
  // Poll, because the page shows a change a moment before it is stored.
  await expect
    .poll(() => query(stored, [company]))
    .toEqual([{ status: "contacted", owner_id: operator.id, count: leads }]);
});

test("ignores shortcut keys in fields, and finds submissions and entries in the palette", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const company = randomWord();
  const id = await sendLead({ company });
  await sendLead({ name: `Ana ${id}` });
  await page.goto(`/admin/inbox?q=${company}`);
  await page.keyboard.press("/");
  await page.keyboard.type("j");
  await expect(page.getByRole("searchbox")).toHaveValue("j");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByRole("definition").first()).toHaveText("Next submission");
  await help.getByRole("checkbox").uncheck();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(`${id}`);
  await expect(page.getByRole("option").first()).toContainText(new RegExp(`[EQ]-${id} · `));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(`E-${id}`);
  await expect(page.getByRole("option", { name: company })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/inbox/evaluation/${id}\\?`));
  await expect(page.getByRole("heading", { level: 2, name: company })).toBeFocused();

  const entry = makeDraft({ published: false, titleEs: `Envíos ${randomWord()}` });
  await storeEntry(entry);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(entry.titleEs.replace("í", "i"));
  await expect(page.getByRole("option", { name: `draft of the catalog · ${entry.slug}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/catalog/${entry.slug}`);
});

test("fits fourteen inbox rows on a laptop's screen, and four on a phone's", nightly, async ({ signedIn }) => {
  const page = await (await signedIn("admin")).context.newPage();
  const company = randomWord();
  for (let count = 0; count < 20; count++) await sendLead({ company, name: "Maximiliana ".repeat(9).trim() });
  const countWhole = () =>
    getRows(page).evaluateAll((links) => {
      // Add the height of warnings above the list, which other tests cause meanwhile, to that of the screen.
      const notices = [...document.querySelectorAll("main .grid > .border-l-4")].map(
        (notice) => notice.clientHeight + 8,
      );
      const bottom = notices.reduce((sum, height) => sum + height, window.innerHeight);
      const isWhole = (row: Element | null) => row && row.getBoundingClientRect().bottom <= bottom;
      return links.filter((link) => isWhole(link.closest("li"))).length;
    });
  for (const { width, height, atLeast } of [
    { width: 1280, height: 800, atLeast: 14 },
    { width: 360, height: 740, atLeast: 4 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto(`/admin/inbox?q=${company}`);
    await expect(getRows(page)).toHaveCount(20);
    expect(await countWhole()).toBeGreaterThanOrEqual(atLeast);
  }
});

test(
  "refreshes a list restored from the back/forward cache, and keeps the focus in it",
  nightly,
  async ({ signedIn }) => {
    const page = await (await signedIn("member")).context.newPage();
    const company = randomWord();
    for (const _ of [1, 2]) await sendLead({ company });
    await page.goto(`/admin/inbox?status=new&q=${company}`);
    await getRows(page).last().focus();
    await query(
      "UPDATE submissions SET status = 'in_review' WHERE kind = 'evaluation' AND id = (SELECT max(id) FROM submissions WHERE kind = 'evaluation' AND company = $1)",
      [company],
    );
    // Simulate the back/forward cache, which the tests' browser does not use.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(getRows(page)).toHaveCount(1);
    await expect(getRows(page)).toBeFocused();
  },
);

test("shows the longest names in at most two lines on a phone", nightly, async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const [first, company] = [randomWord(), "Compañía ".repeat(20).trim()];
  await page.setViewportSize({ width: 360, height: 740 });
  const lead = { company: `${first} ${company}`.slice(0, 180), name: "Maximiliana ".repeat(10).trim() };
  await sendLead({ ...byAgent(lead), agentName: "Assistant".repeat(12) });
  await page.goto(`/admin/inbox?q=${first}`);
  const row = page.getByRole("list", { name: "Submissions" }).getByRole("listitem");
  const measure = async (within: Locator) => Math.round((await within.boundingBox())?.height ?? 0);
  expect(await measure(row)).toBeLessThan(70);
  await openFirstLead(page);
  expect(await measure(page.getByRole("heading", { level: 2, name: first }))).toBeLessThan(70);
  await expect(page.getByLabel("Your reply")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test(
  "keeps bidirectional control characters in a name from reordering the text around it",
  nightly,
  async ({ signedIn }) => {
    const page = await (await signedIn("member")).context.newPage();
    const company = randomWord();
    await sendLead({ company, name: "\u202Eolleh" });
    await page.goto(`/admin/inbox?q=${company}`);
    const isAfter = async (within: Locator) => {
      const name = await within.locator("bdi").first().boundingBox();
      const other = await within.locator("bdi", { hasText: company }).boundingBox();
      return name && other && other.x >= name.x + name.width;
    };
    expect(await isAfter(getRows(page))).toBe(true);
    await openFirstLead(page);
    const heading = page.getByRole("heading", { level: 2, name: company });
    expect(await isAfter(heading)).toBe(true);
    await expect(heading).toHaveAttribute("title", `\u2068\u202Eolleh\u2069, \u2068${company}\u2069`);
  },
);

test("reaches later pages and the checkboxes of the list on a phone", async ({ signedIn }) => {
  const company = randomWord();
  const ids: number[] = [];
  for (let count = 0; count < 31; count++) ids.push(await sendLead({ company }));
  const page = await (await signedIn("member", devices["Pixel 7"])).context.newPage();
  await page.goto(`/admin/inbox/evaluation/${ids[1]}?q=${company}&sort=newest`);
  await expect(page.locator(`a[href*="/evaluation/${ids[0]}?"]`), "the next page is in the hidden list").toBeAttached();
  await page.getByRole("button", { name: "Next submission" }).click();
  await expect(page).toHaveURL(new RegExp(`/evaluation/${ids[0]}\\?`));
  await page.getByRole("button", { name: "Back to the list" }).click();
  const box = page.getByRole("list", { name: "Submissions" }).getByRole("checkbox").first();
  await expect(box).toHaveCSS("opacity", "1");
  await box.tap();
  await expect(page.getByText("1 selected")).toBeVisible();
});
