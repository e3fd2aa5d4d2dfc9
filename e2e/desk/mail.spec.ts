import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendLead } from "../support/submissions.ts";
import { byAgent, query } from "../support/test.ts";

const getPage = (operator: SignedIn): Promise<Page> => operator.context.newPage();
const getTimeline = (page: Page) => page.locator("section", { hasText: "What happened" });
const getNewestMessage = (page: Page) => page.locator("#newest-message");
const getReplyField = (page: Page) => page.getByLabel("Your reply");
const sendReply = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click();

test("shows each sent mail on the timeline, and when a reply was sent", nightly, async ({ signedIn }) => {
  const { operator, context } = await signedIn("member");
  const page = await context.newPage();
  const id = await sendLead();
  await query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, operator_id, type, details) VALUES
       ('evaluation', $1, now(), $2, $3, 'reply', '{"text": "Until Monday."}')`,
    [id, operator.name, operator.id],
  );
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await expect(getTimeline(page)).toContainText("Its email was not sent");
  await query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
     SELECT 'evaluation', $1, now(), 'service', 'mail', details FROM (VALUES
       ('{"mail": "notice", "messageId": "<1@example.com>", "recipients": 3, "refused": 1}'::jsonb),
       (jsonb_build_object('mail', 'reply', 'messageId', '<2@example.com>', 'recipients', 1, 'event',
         (SELECT id::text FROM submission_events WHERE kind = 'evaluation' AND submission_id = $1 AND type = 'reply'))))
     AS event (details)`,
    [id],
  );
  await page.reload();
  await expect(getTimeline(page)).toContainText("The service sent the notice to the operators (3 addresses)");
  await expect(getTimeline(page)).toContainText("Refused by the mail server: 1 of 3");
  await expect(getTimeline(page)).toContainText("The service sent the reply to the person");
  await expect(getTimeline(page)).toContainText(/Email sent /);
});

test("keeps a reply in the form if another operator has replied, and stores it when sent again", async ({
  signedIn,
}) => {
  const page = await getPage(await signedIn("member"));
  const other = await signedIn("member");
  const id = await sendLead();
  // Block live updates: the page must not show the other reply before it sends its own.
  await page.route("**/api/admin/inbox/changes?*", (route) => route.abort());
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await getReplyField(page).fill("We can begin in March.");
  await page.getByLabel("Note", { exact: true }).fill("Ask for the dates.");
  await other.send(`/api/admin/inbox/evaluation/${id}/reply`, { text: "I have called them." });
  await sendReply(page);
  await expect(page.getByRole("alert").first()).toContainText("Someone else has replied");
  await expect(getNewestMessage(page)).toContainText("I have called them.");
  await expect(getReplyField(page)).toHaveValue("We can begin in March.");
  const row = page.getByRole("listitem").filter({ has: page.locator(`[data-row="evaluation-${id}"]`) });
  await expect(row).toContainText("Reply not sent");
  await sendReply(page);
  await expect(getNewestMessage(page)).toContainText("We can begin in March.");
  await expect(getReplyField(page)).toHaveValue("");
  await expect(row).not.toContainText("Reply not sent");
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Ask for the dates.");
  expect(
    await query("SELECT FROM submission_events WHERE kind = 'evaluation' AND submission_id = $1 AND type = 'reply'", [
      id,
    ]),
  ).toHaveLength(2);
});

test("offers no reply to a person who withdrew their consent, and says why", nightly, async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await getPage(operator);
  const id = await sendLead(byAgent({}));
  await page.goto(`/admin/inbox/evaluation/${id}`);
  const person = page.locator("section", { has: page.getByRole("heading", { name: "Person", exact: true }) });
  await expect(person).toContainText("claims that the person agreed");
  await query(
    "UPDATE submissions SET consent_confirmed_at = '2026-11-20T15:00:00Z', consent_notice_version = '2026-11-01' WHERE kind = 'evaluation' AND id = $1",
    [id],
  );
  await page.reload();
  await expect(person).toContainText(
    /Confirmed by the person on Nov\s20,\s2026.*with the privacy notice of Nov\s1,\s2026/,
  );
  // Use now(): an app that another test starts would erase a submission withdrawn over half an hour ago.
  await query("UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = 'evaluation' AND id = $1", [id]);
  await page.reload();
  await expect(page.getByText(/withdrew their consent on \w+\s\d+,\s\d{4}.*Do not contact them/)).toBeVisible();
  await expect(person).toContainText("Withdrawn by the person on");
  await expect(person.getByRole("link", { name: /@/ })).toHaveCount(0);
  await expect(getReplyField(page)).toHaveCount(0);
  await expectAccessible(page);
  const path = `/api/admin/inbox/evaluation/${id}/reply`;
  const refused = await operator.send(path, { text: "Hello" });
  expect(refused.status).toBe(409);
});

test("warns on the mail page and the inbox if mails are due but no worker is active", nightly, async ({ signedIn }) => {
  const { context } = await signedIn("member");
  const id = await sendLead();
  await query(
    "UPDATE submissions SET created_at = created_at - interval '10 minutes' WHERE kind = 'evaluation' AND id = $1",
    [id],
  );
  const page = await context.newPage();
  for (const path of ["/admin/inbox", "/admin/mail"]) {
    await page.goto(path);
    await expect(page.getByText(/^Emails are waiting and no worker has been seen for \d+ minutes$/)).toBeVisible();
    await expect(page.getByText("Start npm run worker", { exact: false })).toBeVisible();
  }
  await expect(page.getByText("No mail server is set (SMTP_URL).")).toBeVisible();
});
