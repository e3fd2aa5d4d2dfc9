import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { noteMax } from "../../lib/domain/desk/changes.ts";
import { replyMax } from "../../lib/domain/desk/reply.ts";
import { connectMcp, evaluationArguments } from "../support/mcp.ts";
import { test } from "../support/operators.ts";
import { sentLead } from "../support/submissions.ts";
import { byAgent, query } from "../support/test.ts";

const word = () => `w${randomBytes(6).toString("hex")}`;
const rows = (page: Page) => page.getByRole("main").locator("ol").getByRole("link");

async function openFirst(page: Page): Promise<void> {
  await rows(page).first().click();
  await expect(page).toHaveURL(/\/admin\/inbox\/evaluation\/\d+$/);
}

async function changeStatus(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change status" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

test("the way back from a submission leads to the list as it was filtered, and that is fresh", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const company = word();
  for (const _ of [1, 2, 3]) await sentLead({ company });
  const list = `/admin/inbox?status=new&q=${company}`;
  await page.goto(list);
  await openFirst(page);
  await changeStatus(page);
  await page.getByRole("main").getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveURL(new RegExp(`${list.replace("?", "\\?")}$`));
  await expect(rows(page)).toHaveCount(2);
  await openFirst(page);
  await changeStatus(page);
  await expect(page.getByRole("button", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("i");
  await expect(page).toHaveURL(new RegExp(`${list.replace("?", "\\?")}$`));
  await expect(rows(page)).toHaveCount(1);
});

test("a list that the browser has kept is brought up to date in its place", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const company = word();
  for (const _ of [1, 2]) await sentLead({ company });
  await page.goto(`/admin/inbox?status=new&q=${company}`);
  await rows(page).last().focus();
  await query(
    "UPDATE submissions SET status = 'in_review' WHERE kind = 'evaluation' AND id = (SELECT max(id) FROM submissions WHERE kind = 'evaluation' AND company = $1)",
    [company],
  );
  // What a browser does that has kept the whole page for the way back; the tests' own keeps none.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toBeFocused();
});

test("the next status offered is the one forward, and none where the work has ended", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  await page.goto(`/admin/inbox/evaluation/${await sentLead()}`);
  for (const next of ["in_review", "contacted", "booked", "won"]) {
    await expect(page.getByLabel("New status")).toHaveValue(next);
    await changeStatus(page);
  }
  await expect(page.getByLabel("New status")).toHaveValue("");
});

for (const { label, button, max } of [
  { label: "Your reply", button: "Send the reply", max: replyMax },
  { label: "Add a note", button: "Add a note", max: noteMax },
]) {
  test(`of "${label}" nothing is cut: what is too long is counted, refused and kept`, async ({ signedIn }) => {
    const page = await (await signedIn("member")).context.newPage();
    const id = await sentLead();
    await page.goto(`/admin/inbox/evaluation/${id}`);
    const field = page.getByLabel(label);
    const events = () =>
      query(
        "SELECT details->>'text' AS text FROM submission_events WHERE submission_id = $1 AND kind = 'evaluation' AND type IN ('reply', 'note')",
        [id],
      );
    await field.fill("🎁".repeat(20_000));
    const bound = max.toLocaleString("en");
    await expect(page.getByText(`20,000 characters: please shorten it to ${bound}`)).toBeVisible();
    await page.getByRole("button", { name: button }).click();
    expect(await events()).toEqual([]);
    await page.reload();
    await expect(field).toHaveValue("🎁".repeat(20_000));
    await field.fill("🎁".repeat(max));
    await expect(page.getByText(`${bound} of ${bound} characters`)).toBeVisible();
    await page.getByRole("button", { name: button }).click();
    await expect(field).toHaveValue("");
    expect(await events()).toEqual([{ text: "🎁".repeat(max) }]);
  });
}

test("a consent that the assistant's host asked for is told apart, as its own filter", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const company = word();
  const agentName = `Agent ${company}`;
  const accept = () => ({ action: "accept", content: { agree: true } }) as const;
  const { call, close } = await connectMcp(process.env.E2E_URL ?? "", { answerForm: accept });
  expect(await call("submit_evaluation", evaluationArguments({ company, agentName }))).toMatchObject({
    isError: false,
  });
  await close();
  await page.goto(`/admin/inbox?q=${company}&consent=claimed`);
  await expect(rows(page)).toHaveCount(0);
  await page.goto(`/admin/inbox?q=${company}`);
  await page.getByText("More filters").click();
  await page.getByLabel("Consent").selectOption({ label: "Asked for by the assistant" });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/consent=elicited/);
  await openFirst(page);
  const shown = page.getByText(
    `${agentName} says that it showed the person what is sent, named the privacy notice of 20`,
  );
  await expect(shown).toContainText("The person has not confirmed it by mail.");
});

test("the consent is a filter, and the export says what it leaves out", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const [company, agentName] = [word(), `Assistant ${word()}`];
  const withdrawn = await sentLead({ ...byAgent({}), agentName, company });
  await sentLead({ ...byAgent({}), agentName, company });
  await page.goto(`/admin/inbox?q=${company}`);
  await expect(page.getByRole("link", { name: "Export CSV", exact: true })).toBeVisible();
  await query("UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = 'evaluation' AND id = $1", [withdrawn]);
  await page.reload();
  await expect(page.getByText("2 submissions", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV without the one withdrawn" })).toBeVisible();
  await page.getByText("More filters").click();
  await page.getByLabel("Consent").selectOption({ label: "Claimed by an assistant" });
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/consent=claimed/);
  await expect(rows(page)).toHaveCount(1);
});
