import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { replyMax } from "../../lib/domain/submissions/reply/reply.ts";
import { nightly } from "../support/nightly.ts";
import { newSession, type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { readTable } from "../support/read-csv.ts";
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

test("explains an evaluation on its page, and returns to the refreshed and filtered list", async ({ signedIn }) => {
  const page = await getPage(await signedIn("member"));
  const company = randomWord();
  for (const _ of [1, 2, 3]) await sendLead({ company, projectDescription: `Sorteos para Café ${company}.` });
  const list = `/admin/inbox?status=new&q=CAFE+${company}`;
  const rows = page.getByRole("list", { name: "Submissions" }).getByRole("link");
  const openFirst = async () => {
    await rows.first().click();
    await expect(page).toHaveTitle(/^Evaluation E-\d+ · /);
  };
  const changeStatus = async () => {
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Status:/ })
      .click();
    await page.keyboard.press("Enter");
    await expect(getNotice(page)).toContainText("marked as In review");
  };
  const expectList = async (count: number) => {
    await expect(page).toHaveURL(list);
    await expect(rows).toHaveCount(count);
  };
  await page.goto(list);
  await openFirst();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(10);
  await expect(page.getByText(/of 18 points\. Review from 7, qualified from 13\./)).toBeVisible();
  await expect(page.locator("#newest-message")).toContainText(`Sorteos para Café ${company}.`);
  await expect(getTimeline(page)).toContainText("opened it");
  const excess = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(excess, "only the panel scrolls, not the page").toBe(0);
  await changeStatus();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expectList(2);
  await openFirst();
  await changeStatus();
  await page.goBack();
  await expectList(1);
});

test("reports a colleague's change in an open dialog, and still applies the operator's own", async ({ signedIn }) => {
  const [ana, beto] = [await signedIn("member"), await signedIn("member")];
  const page = await getPage(ana);
  const id = await sendLead();
  const read = () => query("SELECT status, close_reason FROM submissions WHERE kind = 'evaluation' AND id = $1", [id]);
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await setStatus(page, "Lost", "");
  const reason = page.getByRole("textbox", { name: "Why was it lost?" });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription("Say why it was lost.");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Say why it was lost.");
  await reason.fill("Asked twice");
  const items = [{ kind: "evaluation", id, from: "new" }];
  await beto.send("/api/admin/changes", { type: "status", items, status: "won" });
  await expect(getTimeline(page)).toContainText(`${beto.operator.name} changed the status from New to Won`);
  await reason.press("Enter");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText(`${beto.operator.name} changed the status from New to Won (`);
  await expect(alert).toContainText("Your change (Lost) was not saved.");
  expect(await read()).toEqual([{ status: "won", close_reason: null }]);
  await page.getByRole("button", { name: "Apply it anyway" }).click();
  await expect(getNotice(page)).toHaveText(`E-${id} marked as Lost`);
  expect(await read()).toEqual([{ status: "lost", close_reason: "Asked twice" }]);
  await setStatus(page, "Lost", "No budget");
  await expect(getTimeline(page)).toContainText("changed the reason for Lost");
  await page.keyboard.press("z");
  await expect(getTimeline(page)).toContainText("undid the last change");
  for (const key of ["h", "2"]) await page.keyboard.press(key);
  await expect(alert).toContainText(`E-${id}: closed`);
  await expect(getNotice(page)).not.toContainText("snoozed");
});

test("mentions an operator in a note, and keeps an unsaved note and reply when the session ends", async ({
  signedIn,
}) => {
  const [operator, { operator: other }] = [await signedIn("member"), await signedIn("member")];
  const page = await getPage(operator);
  await page.goto(`/admin/inbox/inquiry/${await sendInquiry()}`);
  await chooseOption(page, /^Owner:/, operator.operator.name);
  await expect(getTimeline(page)).toContainText(`assigned it to ${operator.operator.name}`);
  const note = page.getByLabel("Note", { exact: true });
  await note.fill("Called, <b>no answer</b>.\n");
  await page.keyboard.type(`Please call, @${other.name.slice(0, -1)}`);
  await expect(page.getByRole("option", { name: `@${other.name}` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(note).toHaveValue(`Called, <b>no answer</b>.\nPlease call, @${other.name} `);
  await page.getByRole("button", { name: "Add a note" }).click();
  await expect(getTimeline(page)).toContainText("Called, <b>no answer</b>.");
  await expect(page.getByText(`@${other.name}`, { exact: true })).toBeVisible();
  await expect(note).toHaveValue("");

  const reply = page.getByLabel("Your reply");
  const [overlong, bound] = ["🎁".repeat(20_000), replyMax.toLocaleString("en")];
  await reply.fill(overlong);
  await expect(page.getByText(`20,000 characters: please shorten it to ${bound}`)).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await note.fill("Ask for the dates.");
  await query("DELETE FROM operator_sessions WHERE id = $1", [operator.sessionId]);
  await page.getByRole("button", { name: "Add a note" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Your session has ended");
  await expect(note).toHaveValue("Ask for the dates.");
  const path = new URL(page.url()).pathname;
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`/admin/sign-in?to=${encodeURIComponent(path)}`);
  const { value } = await newSession(operator.operator.id);
  await operator.context.addCookies(operator.cookies.map((cookie) => ({ ...cookie, value })));
  await page.goto(path);
  await expect(note).toHaveValue("Ask for the dates.");
  await expect(reply).toHaveValue(overlong);
  await reply.fill("🎁".repeat(replyMax));
  await expect(page.getByText(`${bound} of ${bound} characters`)).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(reply).toHaveValue("");
});

test("applies filters at once, in the list, in the URL and in the exported file", async ({ signedIn }) => {
  const [operator, { operator: former }] = [await signedIn("admin"), await signedIn("member")];
  const page = await getPage(operator);
  const agentName = `Assistant ${randomWord()}`;
  const withdrawn = await sendLead({ ...byAgent({}), agentName });
  const id = await sendLead({ ...byAgent({}), agentName });
  await query("UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = 'evaluation' AND id = $1", [withdrawn]);
  await query("UPDATE submissions SET owner_id = $1 WHERE kind = 'evaluation' AND id = $2", [former.id, id]);
  await query("UPDATE operators SET disabled_at = now() WHERE id = $1", [former.id]);
  await page.goto("/admin/inbox");
  await chooseOption(page, /^\+ Filter/, "Channel");
  await page.getByRole("option", { name: /^Assistant/ }).click();
  await expect(page).toHaveURL(/channel=ai_agent$/);
  await chooseOption(page, /^\+ Filter/, "Assistant’s name");
  await page.getByRole("textbox", { name: "Assistant’s name" }).fill(agentName);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/channel=ai_agent&agent=/);
  await expect(page.getByText("2 submissions", { exact: true })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV (without 1 withdrawn)" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^submissions-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 3)], "the UTF-8 byte order mark").toEqual([0xef, 0xbb, 0xbf]);
  expect(readTable(bytes.subarray(3).toString("utf8"))).toMatchObject([{ id: String(id), agent_name: agentName }]);
  await page.reload();
  await expect(page.getByRole("button", { name: `Assistant’s name: ${agentName}` })).toBeVisible();
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
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

  // Forced colours remove backgrounds and shadows.
  await page.emulateMedia({ forcedColors: "active" });
  const current = page.locator("nav [aria-current]:visible");
  await expect(current).toHaveText(["Inbox", "All"]);
  for (const link of await current.all()) await expect(link).toHaveCSS("text-decoration-line", "underline");
  const other = page.getByRole("link", { name: "Mail", exact: true });
  await expect(other).toHaveCSS("text-decoration-line", "none");
  await page.emulateMedia({ forcedColors: null });

  await page.goto(`/admin/inbox?owner=${former.id}&source=agent:${agentName}`);
  await page.getByRole("button", { name: `Owner: ${former.name}` }).click();
  await expect(page.getByRole("option", { name: former.name })).toBeVisible();
  await page.keyboard.press("Escape");
  const source = page.getByRole("button", { name: `Source: Assistant: ${agentName}` });
  await source.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(source).toBeVisible();

  const filters = Array.from({ length: 10 }, (_, at) => ["sourceNot", `named:${at}${"ñ".repeat(60)}`]);
  await page.goto(`/admin/inbox?${new URLSearchParams(filters)}`);
  await page.getByRole("button", { name: "Save as view" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /^These filters are too long .* of at most 2,000/ }),
  ).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("shows an assistant's verified identity apart from its claimed name", nightly, async ({ signedIn }) => {
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
});

test("marks evaluations in which one company tries different answers", nightly, async ({ signedIn }) => {
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
});

test("shows a 404 for an unknown or malformed submission path", async ({ signedIn }) => {
  const operator = await signedIn("member");
  for (const path of ["evaluation/2147483647", "person/1", "inquiry/1e3"]) {
    expect([path, (await operator.fetch(`/admin/inbox/${path}`)).status]).toEqual([path, 404]);
  }
});
