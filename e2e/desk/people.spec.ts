import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { type SignedIn, test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { getProblem } from "../support/sign-in.ts";
import { sendInquiry, sendLead } from "../support/submissions.ts";
import { query, randomEmail } from "../support/test.ts";

/** Opens the people page. @returns the page, and all URLs that it requests or sends as the referrer */
async function openPeople(operator: SignedIn): Promise<{ page: Page; addresses: string[] }> {
  const page = await operator.context.newPage();
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
  await page.goto("/admin/people");
  return { page, addresses };
}

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

test("finds, exports and erases a person for good, without identifying them in any URL", async ({ signedIn }) => {
  const admin = await signedIn("admin");
  const email = randomEmail();
  const lead = await sendLead({ email });
  const newest = await sendInquiry({ email: email.toUpperCase() });
  const mention = await sendInquiry({ message: `Please call my colleague, ${email}.` });
  const { page, addresses } = await openPeople(admin);
  await findPerson(page, ` ${email}`);
  await expect(page).toHaveURL(new RegExp(`/admin/people\\?submission=inquiry-${newest}$`));
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
  await findPerson(page, email);
  await expect(getProblem(page)).toContainText("Nothing foundNothing that is stored came from this address.");
  expect((await admin.fetch(`/admin/inbox/evaluation/${lead}`)).status).toBe(404);
  const [name = ""] = email.split("@");
  expect(addresses.filter((address) => address.includes(name))).toEqual([]);
  expect(
    await page.evaluate(() => Object.values(localStorage).concat(Object.values(sessionStorage)).join()),
  ).not.toContain(name);
});

test("finds and exports a person who only subscribed to changes", nightly, async ({ signedIn }) => {
  const email = randomEmail();
  await query(
    `INSERT INTO subscribers (id, email, language, requested_at, confirmed_at, notice_version, changes_since, next_at)
     VALUES (gen_random_uuid(), $1, 'en', now(), now(), '2026-12-01', now(), now() + interval '7 days')`,
    [email],
  );
  const { page, addresses } = await openPeople(await signedIn("admin"));
  await findPerson(page, email);
  await expect(page.getByText("Has received changes to the catalog by email since", { exact: false })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("person.json");
  const document = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(document).toMatchObject({ email, subscription: { language: "en", noticeVersion: "2026-12-01" } });
  expect(addresses.filter((address) => address.includes(email.split("@")[0] ?? ""))).toEqual([]);
});

test("erases an email address that appears only in other people's submissions", nightly, async ({ signedIn }) => {
  const email = randomEmail();
  const id = await sendLead({ projectDescription: `A programme that ${email} has asked for.` });
  const { page } = await openPeople(await signedIn("admin"));
  await findPerson(page, email);
  await expect(getProblem(page)).toBeVisible();
  await page.getByLabel("Address to erase").fill(email);
  await confirmErasure(page, email);
  await expect(page.getByRole("status")).toHaveText("Erased.");
  expect(await query("SELECT text AS text FROM submissions WHERE kind = 'evaluation' AND id = $1", [id])).toEqual([
    { text: "A programme that [erased] has asked for." },
  ]);
});

test("links from a submission to all data about the person, for admins only", async ({ signedIn }) => {
  const id = await sendLead();
  const [admin, member] = [await signedIn("admin"), await signedIn("member")];
  const page = await admin.context.newPage();
  await page.goto(`/admin/inbox/evaluation/${id}`);
  await page.getByRole("link", { name: "Everything about this person" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/people\\?submission=evaluation-${id}$`));
  await expect(page.getByRole("heading", { name: "What is held" })).toBeVisible();
  const shown = await (await member.fetch(`/admin/inbox/evaluation/${id}`)).text();
  expect(shown).toContain("Add a note");
  expect(shown).not.toContain("Everything about this person");
});

test(
  "has no axe violations on the people page: search, a person, an unknown submission and an error",
  nightly,
  async ({ signedIn }) => {
    const admin = await signedIn("admin");
    const email = randomEmail();
    const id = await sendLead({ email });
    await sendInquiry({ message: `Please call my colleague, ${email}.` });
    const page = await admin.context.newPage();
    for (const rest of ["", "?submission=evaluation-2147483647", `?submission=evaluation-${id}`]) {
      await page.goto(`/admin/people${rest}`);
      await expectAccessible(page);
    }
    await confirmErasure(page, randomEmail());
    await findPerson(page, randomEmail());
    await expect(getProblem(page)).toBeVisible();
    await expectAccessible(page);
  },
);
