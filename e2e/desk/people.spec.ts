import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { getProblem } from "../support/sign-in.ts";
import { sendInquiry, sendLead } from "../support/submissions.ts";
import { query, randomEmail, randomWord } from "../support/test.ts";

async function findPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Find" }).click();
}

async function confirmErasure(page: Page, email: string): Promise<void> {
  await page.getByLabel("Type the address again").fill(email);
  await page.getByRole("button", { name: "Erase for good" }).click();
}

const countRows = async (email: string) =>
  (
    await query<{ count: number }>(
      `SELECT (SELECT count(*) FROM submissions WHERE kind = 'evaluation' AND lower(email) = $1)::int
         + (SELECT count(*) FROM submissions WHERE kind = 'inquiry' AND lower(email) = $1)::int AS count`,
      [email.toLowerCase()],
    )
  )[0]?.count;

test("lets only admins find, export and erase a person, without identifying them in any URL", async ({ signedIn }) => {
  const [admin, member] = [await signedIn("admin"), await signedIn("member")];
  const email = randomEmail();
  const lead = await sendLead({ email });
  const newest = await sendInquiry({ email: email.toUpperCase() });
  const mention = await sendInquiry({ message: `Please call my colleague, ${email}.` });
  const shown = await (await member.fetch(`/admin/inbox/evaluation/${lead}`)).text();
  expect(shown).toContain("Add a note");
  expect(shown).not.toContain("Everything about this person");
  const page = await admin.context.newPage();
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
  await page.goto(`/admin/inbox/evaluation/${lead}`);
  await page.getByRole("link", { name: "Everything about this person" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/people\\?submission=E-${lead}$`));
  await expect(page.getByRole("heading", { name: "What is held" })).toBeVisible();
  await findPerson(page, ` ${email}`);
  await expect(page).toHaveURL(new RegExp(`/admin/people\\?submission=Q-${newest}$`));
  await expect(page.getByText("1 evaluation and 1 inquiry of", { exact: false })).toBeVisible();
  for (const [name, kind, id] of [
    [`Evaluation E-${lead}`, "evaluation", lead],
    [`Inquiry Q-${newest}`, "inquiry", newest],
    [`Inquiry Q-${mention}`, "inquiry", mention],
  ]) {
    await expect(page.getByRole("link", { name: `${name}` })).toHaveAttribute("href", `/admin/inbox/${kind}/${id}`);
  }

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`person-inquiry-${newest}.json`);
  const document = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(document).toMatchObject({
    email: email.toUpperCase(),
    evaluations: [{ id: lead, email }],
    inquiries: [{ id: newest }],
    mentions: [{ kind: "inquiry", id: mention }],
  });

  await confirmErasure(page, randomEmail());
  const confirmation = page.getByLabel("Type the address again");
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toHaveAccessibleDescription(/the two addresses are not the same/);
  await expectAccessible(page);
  expect(await countRows(email)).toBe(2);
  await confirmErasure(page, email.toUpperCase());
  await expect(page.getByRole("status")).toHaveText("Erased.");
  await expect(page).toHaveURL(/\/admin\/people$/);
  const erasure = page.getByRole("listitem").filter({ hasText: admin.operator.email });
  await expect(erasure).toContainText("1 evaluation, 1 inquiry, 1 mention");
  expect(await countRows(email)).toBe(0);
  expect(await query("SELECT text FROM submissions WHERE kind = 'inquiry' AND id = $1", [mention])).toEqual([
    { text: "Please call my colleague, [erased]." },
  ]);
  const later = await sendInquiry({ message: `Ask ${email} again.` });
  await findPerson(page, email);
  await expect(getProblem(page)).toContainText("Nothing foundNothing that is stored came from this address.");
  await page.getByLabel("Address to erase").fill(email);
  await findPerson(page, randomEmail());
  await expect(getProblem(page)).toContainText("Nothing found");
  await expect(page.getByLabel("Address to erase")).toHaveValue(email);
  await confirmErasure(page, email);
  await expect(page.getByRole("status")).toHaveText("Erased.");
  expect(await query("SELECT text FROM submissions WHERE kind = 'inquiry' AND id = $1", [later])).toEqual([
    { text: "Ask [erased] again." },
  ]);
  expect((await admin.fetch(`/admin/inbox/evaluation/${lead}`)).status).toBe(404);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing was found under this address.")).toBeVisible();
  const [name = ""] = email.split("@");
  expect(addresses.filter((address) => address.includes(name))).toEqual([]);
  expect(
    await page.evaluate(() => Object.values(localStorage).concat(Object.values(sessionStorage)).join()),
  ).not.toContain(name);
});

test("tells an operator who has a submission open that it was erased", async ({ signedIn }) => {
  const [admin, member] = [await signedIn("admin"), await signedIn("member")];
  const [email, name] = [randomEmail(), randomWord()];
  const id = await sendInquiry({ email, name });
  const page = await member.context.newPage();
  await page.goto(`/admin/inbox/inquiry/${id}?q=${name}`);
  const row = page.getByRole("list", { name: "Submissions" }).getByText(name);
  await expect(row).toBeVisible();
  await page.getByLabel("Your reply").fill("Good morning.");
  const erased = await admin.send("/api/admin/people/erase", { email, confirmation: email });
  expect(erased.status).toBe(200);
  // A live update about another submission may have removed the field by now.
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("This submission no longer exists")).toBeVisible();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(page.getByText("No submission matches")).toBeVisible();
  await expect(row).toBeHidden();
});
