import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendLead } from "../support/submissions.ts";
import { query, randomEmail } from "../support/test.ts";

test("shows repeated submissions as one item, from which an operator can separate one", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const email = randomEmail();
  const [first, second, third] = [await sendLead({ email }), await sendLead({ email }), await sendLead({ email })];
  // The app of these tests has no worker, so mark the repeats directly.
  await query(
    `UPDATE submissions SET is_processed = true, repeat_of = nullif($1::int, id), revision = (id <> $1)::int
     WHERE kind = 'evaluation' AND email = $2`,
    [first, email],
  );

  await page.goto(`/admin/inbox?q=${email}`);
  await expect(page.getByText("1 submission", { exact: true })).toBeVisible();
  await expect(page.getByText("× 3")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("list", { name: "Submissions" }).getByRole("link").click();
  await expect(page.getByText("sent the same thing 2 more times")).toBeVisible();
  await expect(page.getByRole("link", { name: `E-${second}`, exact: true })).toBeVisible();
  await page.getByRole("link", { name: `E-${third}`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `Repeat of E-${first}` })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Status:/ })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Separate it" }).click();
  await expect(page.getByText("This is an item of its own now.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Status:/ })).toBeVisible();
  await expect(page.getByText(`separated ${third} from ${first}, which it repeated`)).toBeVisible();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(page.getByText("2 submissions", { exact: true })).toBeVisible();
  await expect(page.getByText("× 2")).toBeVisible();
});
