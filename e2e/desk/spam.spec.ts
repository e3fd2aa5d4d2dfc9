import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendLead, storeInboundMail } from "../support/submissions.ts";
import { query, randomWord } from "../support/test.ts";

const getRows = (page: Page) => page.getByRole("list", { name: "Submissions" }).getByRole("link");
/** Finds the notice of the last change: the last element with the role status. */
const getNotice = (page: Page) => page.getByRole("main").getByRole("status").last();

/** Stores a lead as spam like a worker would, because the app of these tests has no worker. */
async function storeSpamLead(change: Record<string, unknown>): Promise<number> {
  const id = await sendLead(change);
  await query(
    `UPDATE submissions SET is_processed = true, status = 'spam', closed_at = now(), revision = 1, honeypot_filled = true,
       spam_reasons = '{honeypot,disposable_domain}'
     WHERE kind = 'evaluation' AND id = $1`,
    [id],
  );
  await query(
    `INSERT INTO mails (id, mail, kind, submission_id, state, due_at, next_at)
     SELECT gen_random_uuid(), mail, 'evaluation', $1, 'held', now(), now()
     FROM unnest('{acknowledgement,notice}'::text[]) AS mail`,
    [id],
  );
  const before = { repliedAt: null, closedAt: null, closeReason: null };
  const details = { from: "new", to: "spam", spamReasons: ["honeypot", "disposable_domain"], before };
  await query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
     VALUES ('evaluation', $1, now(), 'service', 'status', $2)`,
    [id, JSON.stringify(details)],
  );
  return id;
}

/** Reads a lead's status. `mailed` is true if no mail of it is held and a worker would create its mails. */
const readStatus = async (id: number) =>
  (
    await query(
      `SELECT status, NOT is_processed AND NOT EXISTS (
           SELECT FROM mails WHERE mails.kind = submissions.kind AND submission_id = submissions.id AND state = 'held'
         ) AS mailed
       FROM submissions WHERE kind = 'evaluation' AND id = $1`,
      [id],
    )
  )[0];

test("shows why a submission is spam, restores it, and marks several as spam with their senders, by keyboard", async ({
  signedIn,
}) => {
  const page = await (await signedIn("admin")).context.newPage();
  const company = randomWord();
  const id = await storeSpamLead({ company });
  await page.goto("/admin/inbox");
  const folder = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^Spam/ });
  await expect(folder).toContainText(/\d+ new/);
  await folder.press("Enter");
  await expect(page.getByText("While a submission is spam, no emails are sent")).toBeVisible();
  await expect(folder).not.toContainText(/\d+ new/);
  await storeInboundMail(id, "Did you get it?");
  await page.goto(`/admin/inbox?status=spam&q=${company}`);
  await expect(getRows(page)).toHaveCount(1);
  const reasons = page.getByText("Hidden field · Disposable address", { exact: true });
  await expect.poll(() => reasons.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.getByText(/^Unread: Wrote /)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Set aside as spam" })).toBeVisible();
  await expect(page.getByText("The person has written by email since then, and no operator was told.")).toBeVisible();
  await expect(page.getByText("A field of the form that people do not see was filled in.")).toBeVisible();
  await expect(page.getByText("Held while this is spam").filter({ visible: true })).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Not spam" }).focus();
  await page.keyboard.press("Enter");
  await expect(getNotice(page)).toHaveText(`E-${id} marked as New`);
  await expect.poll(() => readStatus(id)).toEqual({ status: "new", mailed: true });
  await page.keyboard.press("z");
  await expect(getNotice(page)).toHaveText(`E-${id}: undone, Spam again`);

  const ids = [await sendLead({ company }), await sendLead({ company })];
  await page.goto(`/admin/inbox?status=new&q=${company}`);
  await expect(getRows(page)).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("e");
  await page.keyboard.type("addresses");
  await page.keyboard.press("Enter");
  await expect(getNotice(page)).toContainText("2 submissions changed.");
  const blocked = `SELECT count(*)::int FROM blocked_senders JOIN submissions ON value = lower(email)
    WHERE company = $1 AND status = 'spam'`;
  expect(await query(blocked, [company])).toEqual([{ count: 2 }]);
  await page.goto(`/admin/inbox/evaluation/${ids[0]}`);
  await expect(page.getByText("The sender stays blocked even if you bring this back.")).toBeVisible();
  await page.keyboard.press("z");
  await expect(getNotice(page)).toContainText("2 changes undone.");
  expect(await query(blocked, [company])).toEqual([{ count: 0 }]);
  for (const id of ids) expect(await readStatus(id)).toMatchObject({ status: "new" });
});

test("lets an admin block a sender and remove the block by keyboard", nightly, async ({ signedIn }) => {
  const page = await (await signedIn("admin")).context.newPage();
  const domain = `${randomWord()}.example`;
  await page.goto("/admin/blocked");
  await page.getByLabel("Kind", { exact: true }).selectOption("domain");
  await page.getByLabel("Sender").fill("gmail.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a domain such as example.com")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Sender").fill(`@${domain.toUpperCase()}`);
  await page.getByLabel("Reason (optional)").fill("Offers links");
  await page.keyboard.press("Enter");
  await expect(getNotice(page)).toContainText("Blocked. No stored submission is from this sender.");
  const row = page.getByRole("row", { name: new RegExp(domain) });
  await expect(row).toContainText("Offers links");
  await page.getByRole("button", { name: `Remove ${domain}` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
  await expect(getNotice(page)).toContainText("Removed from the block list.");
  await expect(row).toHaveCount(0);
});
