import { expect, type Page } from "@playwright/test";
import { readState, storeDeadMail } from "../support/dead-mails.ts";
import { nightly } from "../support/nightly.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendInquiry, sendLead } from "../support/submissions.ts";
import { query } from "../support/test.ts";

const getPage = (operator: SignedIn): Promise<Page> => operator.context.newPage();
const getTimeline = (page: Page) => page.locator("section", { hasText: "What happened" });

test("warns of failed mails, and lets an operator send them again or discard them", async ({ signedIn }) => {
  const page = await getPage(await signedIn("member"));
  const [id, other, opened] = [await sendInquiry(), await sendInquiry(), await sendInquiry()];
  const [mail, unwanted, shown] = [
    await storeDeadMail("inquiry", id),
    await storeDeadMail("inquiry", other),
    await storeDeadMail("inquiry", opened),
  ];
  // Both pages warn only of mails that an operator can do something about.
  await storeDeadMail("evaluation", await sendLead(), { mail: "notice" });
  const notice = page.getByRole("main").locator("p", { hasText: /^\d+ emails? could not be sent/ });
  await page.goto("/admin/overview");
  await expect(notice).toBeVisible();
  await page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: "Inbox" }).click();
  await expect(page).toHaveTitle(/^Inbox · /);
  await notice.getByRole("link").click();
  await expect(page).toHaveTitle(/^Mail · /);
  const getRow = (of: number) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name: `Inquiry Q-${of}`, exact: true }) });
  const row = getRow(id);
  await expect(row).toContainText("The mail server takes no mail for this address (EENVELOPE 550 5.1.1)");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("status")).toHaveText("The email goes out again now.");
  await expect(row).toHaveCount(0);
  expect(await readState(mail)).not.toBe("dead");

  const question = page.getByRole("dialog", { name: `Discard: Acknowledgement to the person, Inquiry Q-${other}` });
  const discard = getRow(other).getByRole("button", { name: "Discard" });
  await discard.click();
  await expect(question).toContainText("It is deleted and never sent. This cannot be undone.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await discard.click();
  await question.getByRole("button", { name: "Delete it" }).click();
  await expect(page.getByRole("status")).toHaveText("The email was discarded and is not sent.");
  await expect(getRow(other)).toHaveCount(0);
  expect(await query("SELECT FROM mails WHERE id = $1", [unwanted])).toHaveLength(0);

  await page.getByRole("link", { name: `Inquiry Q-${opened}`, exact: true }).click();
  const failed = page
    .locator("section", { hasText: "Failed mail" })
    .getByRole("listitem")
    .filter({ hasText: "Failed" });
  await expect(failed).toContainText("Acknowledgement to the person");
  await expect(page.locator("section", { hasText: "Pending mail" })).not.toContainText("Acknowledgement");
  await expect(failed).toContainText("The mail server takes no mail for this address (EENVELOPE 550 5.1.1)");
  await failed.getByRole("button", { name: `Send again: Acknowledgement to the person, Inquiry Q-${opened}` }).click();
  await expect(page.getByRole("status")).toHaveText("The email goes out again now.");
  await expect(failed).toHaveCount(0);
  expect(await readState(shown)).not.toBe("dead");
});

test("offers to send all failed mails again, or to discard those listed", nightly, async ({ signedIn }) => {
  const { context } = await signedIn("member");
  const page = await context.newPage();
  const id = await sendLead();
  for (let count = 0; count < 2; count++) await storeDeadMail("evaluation", id, { mail: "notice" });
  await page.goto("/admin/mail");
  const dead = page.locator("section", { has: page.getByRole("heading", { name: "Failed mail" }) });
  const sent = (name: string) => page.waitForRequest(`**/api/admin/mail/${name}`);
  await page.route("**/api/admin/mail/*", (route) => route.abort());
  const again = sent("send-again");
  await dead.getByRole("button", { name: /^Send all \d+ again$/ }).click();
  expect((await again).postDataJSON()).toEqual({ all: true });
  await dead.getByRole("button", { name: /^Discard the \d+ listed$/ }).click();
  const discarded = sent("discard");
  await page.getByRole("button", { name: /^Delete all \d+$/ }).click();
  const count = await dead.getByRole("row").count();
  expect((await discarded).postDataJSON().jobs).toHaveLength(count - 1);
});

test("warns on a submission's page that a reply could not be sent", nightly, async ({ signedIn }) => {
  const { operator, context, send } = await signedIn("member");
  const page = await context.newPage();
  const id = await sendLead();
  const [event] = await query<{ id: string }>(
    `INSERT INTO submission_events (kind, submission_id, at, actor, operator_id, type, details)
     VALUES ('evaluation', $1, now(), $2, $3, 'reply', '{"text": "Until Monday."}') RETURNING id::text`,
    [id, operator.name, operator.id],
  );
  const notice = page.getByText("A reply has not reached the person");
  await storeDeadMail("evaluation", id);
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await expect(notice).toHaveCount(0);
  const mail = await storeDeadMail("evaluation", id, { mail: "reply", event: event?.id });
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(getTimeline(page)).toContainText("Email not sent: see");
  await expectAccessible(page);
  expect((await send("/api/admin/mail/discard", { jobs: [mail] })).status).toBe(200);
  await page.reload();
  await expect(notice).toHaveCount(0);
  await expect(getTimeline(page)).toContainText("Its email was not sent");
});
