import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendInquiry, sendLead } from "../support/submissions.ts";
import { byAgent, query, randomWord } from "../support/test.ts";

const getPage = (operator: SignedIn): Promise<Page> => operator.context.newPage();
const getTimeline = (page: Page) => page.locator("section", { hasText: "What happened" });

/** Finds the notice of the last change: the last element with the role status. */
const getNotice = (page: Page) => page.getByRole("main").getByRole("status").last();

async function chooseOption(page: Page, button: RegExp, choice: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("option", { name: new RegExp(`^${choice}`) }).click();
}

async function setStatus(page: Page, status: string, reason?: string): Promise<void> {
  await chooseOption(page, /^Status:/, status);
  if (reason === undefined) return;
  await page.getByRole("dialog").getByRole("textbox").fill(reason);
  await page.getByRole("button", { name: "Save" }).click();
}

test("finds an evaluation by its words, and explains its route on its page", async ({ signedIn }) => {
  const page = await getPage(await signedIn("member"));
  const company = randomWord();
  const id = await sendLead({ company, projectDescription: `Sorteos para Café ${company} en tres países.` });
  await page.goto(`/admin/inbox?q=CAFE%20${company}`);
  await expect(page.getByText("1 submission", { exact: true })).toBeVisible();
  await page
    .getByRole("listitem")
    .getByRole("link", { name: new RegExp(company) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/inbox/evaluation/${id}\\?q=`));
  await expect(page).toHaveTitle(new RegExp(`^Evaluation E-${id} · `));
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(10);
  await expect(page.getByText(/of 18 points\. Review from 7, qualified from 13\./)).toBeVisible();
  await expect(page.getByRole("article").getByText(`Sorteos para Café ${company} en tres países.`)).toBeVisible();
  await expect(getTimeline(page)).toContainText("opened it");
  const excess = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(excess, "only the panel scrolls, not the page").toBe(0);
});

test("shows a conflicting change to the second of two operators, and still lets them apply theirs", async ({
  signedIn,
}) => {
  const [first, second] = [await signedIn("member"), await signedIn("member")];
  const [one, other] = [await getPage(first), await getPage(second)];
  const id = await sendLead();
  const read = () => query("SELECT status, close_reason FROM submissions WHERE kind = 'evaluation' AND id = $1", [id]);
  await one.goto(`/admin/inbox/evaluation/${id}`);
  // Cut the live updates, which would show the first operator's change.
  await other.route("**/api/admin/inbox/events**", (route) => route.abort());
  await other.goto(`/admin/inbox/evaluation/${id}`);
  await setStatus(one, "Contacted");
  await expect(getNotice(one)).toHaveText(`E-${id} marked as Contacted`);
  await setStatus(other, "Lost", "");
  const reason = other.getByRole("textbox", { name: "Why was it lost?" });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription("Say why it was lost.");
  await reason.fill("Asked twice");
  await reason.press("Enter");
  const alert = other.getByRole("main").getByRole("alert");
  await expect(alert).toContainText(`${first.operator.name} changed the status from New to Contacted (`);
  await expect(alert).toContainText("Your change (Lost) was not saved.");
  await expect(other.getByRole("button", { name: "Status: Contacted" })).toBeVisible();
  await expect(getTimeline(other)).toContainText(`${first.operator.name} changed the status from New to Contacted`);
  expect(await read()).toEqual([{ status: "contacted", close_reason: null }]);
  await other.getByRole("button", { name: "Apply it anyway" }).click();
  await expect(getNotice(other)).toHaveText(`E-${id} marked as Lost`);
  expect(await read()).toEqual([{ status: "lost", close_reason: "Asked twice" }]);
  await setStatus(other, "Lost", "No budget");
  await expect(getTimeline(other)).toContainText("changed the reason for Lost");
  expect(await read()).toEqual([{ status: "lost", close_reason: "No budget" }]);
  await other.keyboard.press("z");
  await expect(getTimeline(other)).toContainText("undid the last change");
  expect(await read()).toEqual([{ status: "lost", close_reason: "Asked twice" }]);
});

test("reports a change by somebody else that arrived while a dialog was open as a conflict", async ({ signedIn }) => {
  const [ana, beto] = [await signedIn("member"), await signedIn("member")];
  const page = await getPage(ana);
  const id = await sendLead();
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await setStatus(page, "Lost", "");
  const reason = page.getByRole("textbox", { name: "Why was it lost?" });
  await reason.fill("No answer");
  const items = [{ kind: "evaluation", id, from: "new" }];
  await beto.send("/api/admin/changes", { type: "status", items, status: "won" });
  await expect(getTimeline(page)).toContainText("from New to Won");
  await reason.press("Enter");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText(`${beto.operator.name} changed the status from New to Won (`);
  const stored = await query("SELECT status FROM submissions WHERE kind = 'evaluation' AND id = $1", [id]);
  expect(stored).toEqual([{ status: "won" }]);
});

test("assigns a submission, adds a note to it, and lists it under its owner", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await getPage(operator);
  const name = `Ana ${randomWord()}`;
  const id = await sendInquiry({ name });
  await page.goto(`/admin/inbox/inquiry/${id}`);
  await chooseOption(page, /^Owner:/, operator.operator.name);
  await expect(getTimeline(page)).toContainText(`assigned it to ${operator.operator.name}`);
  await page.getByLabel("Note", { exact: true }).fill("Called, <b>no answer</b>.\nAgain on Monday.");
  await page.getByRole("button", { name: "Add a note" }).click();
  await expect(getTimeline(page)).toContainText("Called, <b>no answer</b>.");
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("");
  await page.goto("/admin/inbox?owner=me&kind=inquiry");
  await expect(page.getByRole("listitem").getByRole("link", { name })).toBeVisible();
  await expect(page.getByText("1 submission", { exact: true })).toBeVisible();
});

test("names a former operator in the filter by owner", async ({ signedIn }) => {
  const [{ operator: former }, member] = [await signedIn("member"), await signedIn("member")];
  const id = await sendLead();
  await query("UPDATE submissions SET owner_id = $1 WHERE kind = 'evaluation' AND id = $2", [former.id, id]);
  await query("UPDATE operators SET disabled_at = now() WHERE id = $1", [former.id]);
  const page = await getPage(member);
  await page.goto(`/admin/inbox?owner=${former.id}`);
  await page.getByRole("button", { name: `Owner: ${former.name}` }).click();
  await expect(page.getByRole("option", { name: former.name })).toBeVisible();
});

test("keeps an unsaved note of an operator whose session has ended", async ({ signedIn }) => {
  const { context, sessionId } = await signedIn("member");
  const page = await context.newPage();
  await page.goto(`/admin/inbox/evaluation/${await sendLead()}`);
  await page.getByLabel("Note", { exact: true }).fill("Ask for the dates.");
  await query("DELETE FROM operator_sessions WHERE id = $1", [sessionId]);
  await page.getByRole("button", { name: "Add a note" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Your session has ended");
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Ask for the dates.");
  const path = new URL(page.url()).pathname;
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`/admin/sign-in?to=${encodeURIComponent(path)}`);
  await context.addCookies((await signedIn("member")).cookies);
  await page.goto(path);
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Ask for the dates.");
});

test("applies filters at once and in the URL, and marks a submission from an assistant", async ({ signedIn }) => {
  const page = await getPage(await signedIn("admin"));
  const agentName = `Assistant ${randomWord()}`;
  const id = await sendLead({ ...byAgent({}), agentName });
  await page.goto("/admin/inbox");
  await chooseOption(page, /^\+ Filter/, "Channel");
  await page.getByRole("option", { name: /^Assistant/ }).click();
  await expect(page).toHaveURL(/channel=ai_agent$/);
  await chooseOption(page, /^\+ Filter/, "Assistant’s name");
  await page.getByRole("textbox", { name: "Assistant’s name" }).fill(agentName);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/channel=ai_agent&agent=/);
  await expect(page.getByText("1 submission", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: `Assistant’s name: ${agentName}` })).toBeVisible();
  await page.getByRole("main").getByRole("listitem").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/evaluation/${id}\\?channel=ai_agent&agent=`));
  await expect(page.getByText(`${agentName} claims that the person agreed.`)).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Channel" }).click();
  await expect(page).toHaveURL(new RegExp(`/evaluation/${id}\\?agent=`));
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/inbox\?channel=ai_agent&agent=/);
  await chooseOption(page, /^\+ Filter/, "From");
  await page.getByRole("textbox", { name: "From" }).fill("20266-01-01");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Choose a day")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/admin\/inbox$/);
});

test(
  "shows an assistant's verified identity apart from its claimed name, and marks look-alike names",
  nightly,
  async ({ signedIn }) => {
    const page = await getPage(await signedIn("member"));
    const company = randomWord();
    const [claimed, known, lookAlike] = [
      await sendLead({ ...byAgent({}), company, agentName: "ChatGPT" }),
      await sendLead({ ...byAgent({}), company, agentName: "openai-mcp" }),
      await sendLead({ ...byAgent({}), company, agentName: "\u0421hatGPT" }),
    ];
    await query(
      "UPDATE submissions SET host_evidence = 'mtls', assistant_host = 'ChatGPT' WHERE company = $1 AND id = $2",
      [company, known],
    );
    await page.goto(`/admin/inbox?q=${company}`);
    const item = (id: number) =>
      page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ hasText: new RegExp(`E-${id}\\b`) });
    await expect(item(claimed)).toContainText("says it is ChatGPT");
    await expect(item(known)).toContainText("is ChatGPT (by certificate), says it is openai-mcp");
    await expect(item(lookAlike)).toContainText("Look-alike name");
    await expect(page.getByText("Look-alike name")).toHaveCount(1);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await item(lookAlike).getByRole("link").click();
    await expect(page.getByText("may want to be taken for another assistant")).toContainText("“\u0421” (U+0421)");
    await expectAccessible(page);
  },
);

test(
  "marks evaluations in which a company tries different answers, in the list and on their pages",
  nightly,
  async ({ signedIn }) => {
    const page = await getPage(await signedIn("member"));
    const company = randomWord();
    const send = (last: number) => sendLead({ company, answers: [1, 1, 1, 1, 1, 1, 1, 1, last] });
    for (const last of [0, 1]) await send(last);
    await page.goto(`/admin/inbox?q=${company}`);
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
    await expect(page.getByText("Answers tried")).toHaveCount(0);
    const id = await send(2);
    await page.reload();
    await expect(page.getByText("Answers tried")).toHaveCount(3);
    await page.goto(`/admin/inbox/evaluation/${id}`);
    await expect(page.getByText("with 3 different sets of answers")).toBeVisible();
    await expectAccessible(page);
  },
);

test("shows a 404 for an unknown or malformed submission path", async ({ signedIn }) => {
  const operator = await signedIn("member");
  for (const path of ["evaluation/2147483647", "person/1", "inquiry/1e3"]) {
    expect([path, (await operator.fetch(`/admin/inbox/${path}`)).status]).toEqual([path, 404]);
  }
});

test("names the owner of a colleague's view, which an admin cannot move", async ({ signedIn }) => {
  const [colleague, admin] = [await signedIn("member"), await signedIn("admin")];
  const name = randomWord();
  await colleague.send("/api/admin/views/save", { name, isShared: true, query: "q=x" });
  await admin.send("/api/admin/views/save", { name: "Own", isShared: false, query: "q=y" });
  const page = await admin.context.newPage();
  await page.goto("/admin/inbox");
  await page.getByRole("button", { name: "Edit views" }).click();
  const row = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Delete ${name}` }) });
  await expect(row).toContainText(`shared by ${colleague.operator.name}`);
  await expect(row.getByRole("button")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Move Own down" })).toBeDisabled();
  await page.route("**/api/admin/views/**", (route) => route.abort());
  await page.getByRole("textbox", { name: "Own" }).fill("Other");
  await page.keyboard.press("Tab");
  const alert = page.getByRole("alert").filter({ hasText: "did not answer" });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(alert).toBeVisible();
  await page.getByRole("button", { name: "Edit views" }).click();
  await page.getByRole("button", { name: "Delete Own" }).click();
  await page.getByRole("dialog", { name: /Own/ }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(alert).toBeVisible();
});

test("underlines the current section and view with forced colours, which remove backgrounds and shadows", async ({
  signedIn,
}) => {
  const page = await getPage(await signedIn("member"));
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/admin/inbox");
  const current = page.locator("nav [aria-current]:visible");
  await expect(current).toHaveText(["Inbox", "All"]);
  for (const link of await current.all()) await expect(link).toHaveCSS("text-decoration-line", "underline");
  const other = page.getByRole("link", { name: "Mail", exact: true });
  await expect(other).toHaveCSS("text-decoration-line", "none");
});
