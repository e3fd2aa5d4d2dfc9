import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { sendLead } from "../support/submissions.ts";
import { query, randomWord } from "../support/test.ts";

const getList = (page: Page) => page.getByRole("list", { name: "Submissions" });

async function openList(operator: SignedIn, company: string): Promise<Page> {
  const page = await operator.context.newPage();
  // The page requests its list again once the live updates have begun, so wait for that request.
  await Promise.all([page.waitForResponse(/\/api\/admin\/inbox\?/), page.goto(`/admin/inbox?q=${company}`)]);
  await expect(getList(page)).toBeVisible();
  return page;
}

const liveUpdates = "**/api/admin/inbox/changes?*";

/**
 * Changes the status of one row after the other, from its last known status. Retries if the other browser changed the
 * row first.
 */
function changeStatuses(page: Page, company: string, count: number): Promise<void> {
  return page.evaluate(
    async ({ company, count }) => {
      type Row = { id: number; status: string };
      const read = async (): Promise<Row[]> =>
        (await (await fetch(`/api/admin/inbox?q=${company}`)).json()).rows.sort((a: Row, b: Row) => a.id - b.id);
      let rows = await read();
      for (let done = 0, at = 0; done < count; at++) {
        const row = rows[at % rows.length];
        if (!row) throw new Error("an empty list");
        const status = row.status === "new" ? "in_review" : "new";
        const items = [{ kind: "evaluation", id: row.id, from: row.status }];
        const response = await fetch("/api/admin/changes", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ type: "status", items, status }),
        });
        done += (await response.json()).done.length;
        rows = await read();
      }
    },
    { company, count },
  );
}

const readShown = (page: Page) =>
  getList(page)
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => item.querySelector("[title]")?.getAttribute("title") ?? ""));

test("shows the same list in two browsers after many changes each, even if one was disconnected", async ({
  signedIn,
}) => {
  const [ana, beto] = [await signedIn("member"), await signedIn("member")];
  const company = randomWord();
  const changesPerRound = 4;
  for (let count = 0; count < 5; count++) await sendLead({ company });
  const pages = [await openList(ana, company), await openList(beto, company)] as const;
  const change = () => Promise.all(pages.map((page) => changeStatuses(page, company, changesPerRound)));
  await change();
  await pages[1].route(liveUpdates, (route) => route.abort());
  await change();
  await pages[1].unroute(liveUpdates);

  const rows = await query<{ status: string; revision: number }>(
    "SELECT status, revision FROM submissions WHERE company = $1 ORDER BY created_at DESC, id DESC",
    [company],
  );
  // Each confirmed change adds one revision, so no change was lost.
  expect(rows.reduce((sum, { revision }) => sum + revision, 0)).toBe(4 * changesPerRound);
  const names: Record<string, string> = { new: "New", in_review: "In review" };
  for (const [at, page] of pages.entries()) {
    await expect
      .poll(() => readShown(page), { message: `browser ${at}` })
      .toEqual(rows.map(({ status }) => names[status]));
  }
});

test("notifies an operator of new submissions in a background tab by reference number only", async ({ signedIn }) => {
  const ana = await signedIn("member");
  await ana.context.addInitScript(() => {
    // Replace the browser's Notification, because headless Chromium refuses notifications.
    const shown: unknown[] = [];
    class Notice {
      static get permission() {
        return localStorage.getItem("asked") ? "granted" : "default";
      }
      static requestPermission = async () => localStorage.setItem("asked", "yes");
      constructor(title: string, options = {}) {
        shown.push([title, Object.keys(options)]);
      }
    }
    Object.assign(window, { shown, Notification: Notice });
  });
  const company = randomWord();
  await sendLead({ company });
  const page = await ana.context.newPage();
  await page.goto("/admin/account");
  await expect(page.getByText("Notifications are off.")).toBeVisible();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("main").getByText("Notifications are on.").first()).toBeVisible();
  // Replace the live updates, because other tests create submissions meanwhile.
  const messages: object[] = [{ type: "reload" }];
  await page.route(liveUpdates, (route) => route.fulfill({ json: { messages: messages.splice(0), position: "" } }));
  // Wait until the reload has read the list again, because it would otherwise read the next lead as well.
  await Promise.all([page.waitForResponse(/\/api\/admin\/inbox\?/), page.goto(`/admin/inbox?q=${company}`)]);
  const turn = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
      document.hasFocus = () => !isHidden;
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await turn(true);
  const id = await sendLead({ company });
  messages.push({ type: "submitted", key: "1", kind: "evaluation", id, revision: 0 });
  const shown = () => page.evaluate(() => (window as unknown as { shown: unknown[] }).shown);
  await expect.poll(shown).toEqual([[`New: Evaluation E-${id}`, ["tag"]]]);
  await expect(page).toHaveTitle("(1) Inbox · Desk · Encaje");
  await expect(getList(page).getByRole("listitem")).toHaveCount(1);
  await turn(false);
  await page.getByRole("button", { name: "1 new" }).click();
  await expect(getList(page).getByRole("listitem")).toHaveCount(2);
  await expect(page).toHaveTitle("Inbox · Desk · Encaje");
});

test("updates the count of a saved view for each new submission, not only the first", nightly, async ({ signedIn }) => {
  const company = randomWord();
  await sendLead({ company });
  const page = await openList(await signedIn("member"), company);
  await page.getByRole("button", { name: "Save as view" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Counted");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const view = (count: number) =>
    page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: `Counted ${count}` });
  await expect(view(1)).toBeVisible();
  for (const count of [2, 3]) {
    await sendLead({ company });
    await expect(view(count)).toBeVisible();
  }
});

test("hides the count of new submissions once the list shows them", nightly, async ({ signedIn }) => {
  const company = randomWord();
  for (let count = 0; count < 3; count++) await sendLead({ company });
  const page = await openList(await signedIn("member"), company);
  await sendLead({ company });
  const button = page.getByRole("button", { name: "1 new" });
  await expect(button).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await expect(getList(page).getByRole("listitem")).toHaveCount(4);
  await expect(button).toBeHidden();
});

test("changes selected rows together and undoes that, and moves and deletes saved views, by keyboard", async ({
  signedIn,
}) => {
  const [colleague, admin] = [await signedIn("member"), await signedIn("admin")];
  const [company, name] = [randomWord(), randomWord()];
  for (let count = 0; count < 3; count++) await sendLead({ company });
  await colleague.send("/api/admin/views/save", { name, isShared: true, query: "q=x" });
  await admin.send("/api/admin/views/save", { name: "First", isShared: false, query: "q=y" });
  const page = await openList(admin, company);
  const rows = getList(page).getByRole("listitem");
  const select = async () => {
    for (const key of ["x", "j", "x", "k"]) await page.keyboard.press(key);
    await expect(page.getByText("2 selected")).toBeVisible();
    // The focus follows the keys a frame later. A dialog that opens before returns it to the row before.
    await expect(rows.first().getByRole("link")).toBeFocused();
  };
  for (const key of ["j", "s", "Enter", "m"]) await page.keyboard.press(key);
  await expect.poll(() => readShown(page)).toEqual(["In review", "New", "New"]);
  await select();
  await page.keyboard.press("s");
  await page.getByRole("option", { name: /^In review/ }).click();
  await expect.poll(() => readShown(page)).toEqual(["In review", "In review", "New"]);
  await page.keyboard.press("z");
  await expect.poll(() => readShown(page)).toEqual(["In review", "New", "New"]);
  await select();
  await rows.last().getByRole("link").click();
  await page.getByRole("button", { name: "Status: New" }).click();
  await page.getByRole("option", { name: /^In review/ }).click();
  await expect.poll(() => readShown(page), "changes only the open one").toEqual(["In review", "New", "In review"]);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("z");
  await expect.poll(() => readShown(page)).toEqual(["In review", "New", "New"]);
  for (const key of ["s", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => readShown(page), "so does a key").toEqual(["In review", "New", "In review"]);
  await expect(page.getByText("2 selected")).toBeVisible();
  for (const key of ["z", "Escape", "k", "k"]) await page.keyboard.press(key);
  await expect.poll(() => readShown(page)).toEqual(["In review", "New", "New"]);
  await page.keyboard.press("a");
  await page.getByRole("option", { name: /\(me\)/ }).click();
  await expect(page.getByText("2 selected")).toBeHidden();
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await expect(page.getByRole("option", { name: "Nobody" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Save as view" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Second");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const view = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Second 3" });
  await expect(view).toHaveAttribute("aria-current", "true");
  await page.goto((await view.getAttribute("href")) ?? "");
  await expect(rows).toHaveCount(3);

  await page.getByRole("button", { name: "Edit views" }).click();
  const dialog = page.getByRole("dialog", { name: "Your views" });
  const row = dialog.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Delete ${name}` }) });
  await expect(row).toContainText(`shared by ${colleague.operator.name}`);
  await expect(row.getByRole("button")).toHaveCount(1);
  const names = () =>
    dialog
      .getByRole("textbox", { name: /First|Second/ })
      .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
  const down = dialog.getByRole("button", { name: "Move First down" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Second", "First"]);
  await expect(down).toBeFocused();
  await expect(down).toBeDisabled();
  await expect(dialog.getByRole("status")).toHaveText("First is number 2 now.");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Delete First" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete the view “First”?" });
  await question.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect.poll(names).toEqual(["Second"]);
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await expect(dialog.getByRole("status")).toHaveText("The view is deleted.");

  await page.route("**/api/admin/views/**", (route) => route.abort());
  await page.getByRole("textbox", { name: "Second" }).fill("Other");
  await page.keyboard.press("Tab");
  const alert = page.getByRole("alert").filter({ hasText: "did not answer" });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(alert).toBeVisible();
  await page.getByRole("button", { name: "Edit views" }).click();
  await page.getByRole("button", { name: "Delete Second" }).click();
  await page
    .getByRole("dialog", { name: /Second/ })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(alert).toBeVisible();
});
