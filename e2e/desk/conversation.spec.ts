import { expect, type Page } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendInquiry, sendLead, storeInboundMail } from "../support/submissions.ts";
import { query, randomWord } from "../support/test.ts";

const getTimeline = (page: Page) => page.locator("section", { hasText: "What happened" });
const getNewestMessage = (page: Page) => page.locator("#newest-message");
const getReplyField = (page: Page) => page.getByLabel("Your reply");
const getForward = (page: Page) => page.getByRole("button", { name: "Forward" });
const sendReply = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).click();

const text = `Good morning:\n\nTuesday suits us. ${"Could you send us a sample of the contract as well? ".repeat(12)}\n\nAna`;

test("shows a person's answer above the reply form, and marks it as unread in the list", async ({ signedIn }) => {
  const [operator, other] = [await signedIn("member"), await signedIn("member")];
  const [page, list] = [await operator.context.newPage(), await other.context.newPage()];
  const company = randomWord();
  const id = await sendLead({ company, language: "es" });
  await list.goto(`/admin/inbox?q=${company}`);
  const row = (of: Page) => of.getByRole("listitem").filter({ hasText: company });
  await expect(row(list)).toBeVisible();
  await storeInboundMail(id, text);
  await expect(row(list)).toContainText(/Unread: Wrote .*Good morning/);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/inbox?q=${company}&message=unread&sort=message`);
  await expect(row(page)).toContainText("Unread: ");
  await page.keyboard.press("u");
  await expect(getNewestMessage(page).locator("[lang=es]").first()).toContainText("Tuesday suits us");
  const verdict = page.getByRole("heading", { name: "Why this route" });
  for (const part of [getNewestMessage(page), getReplyField(page), verdict]) await expect(part).toBeInViewport();
  const [message, reasons] = [await getNewestMessage(page).boundingBox(), await verdict.boundingBox()];
  expect(reasons?.x).toBeGreaterThan((message?.x ?? 0) + (message?.width ?? 0));
  for (const of of [page, list]) {
    await expect(row(of)).toContainText(/Wrote .*Good morning/);
    await expect(row(of)).not.toContainText("Unread");
  }
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByRole("button", { name: "Show all" })).toHaveCount(0);

  // A message that arrives while the page is open stays unread until the operator does something.
  await storeInboundMail(id, "And on Thursday?");
  await expect(getNewestMessage(page)).toContainText("And on Thursday?");
  await expect(row(list)).toContainText("Unread: ");
  await page.mouse.move(100, 400);
  await expect(row(list)).not.toContainText("Unread");

  // At 400 % zoom, the head of a submission must not cover what has the focus.
  const head = page.locator("article > header");
  await expect(head).toHaveCSS("position", "sticky");
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(head).toHaveCSS("position", "static");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  for (const part of [getNewestMessage(page), getReplyField(page)]) await expect(part).toBeInViewport();
  const below = await page.evaluate(() =>
    ["Your reply", "Why this route", "What happened", "Person"].map((name) => {
      const found = [...document.querySelectorAll("h2, label")].find(({ textContent }) =>
        textContent?.startsWith(name),
      );
      return found?.getBoundingClientRect().top ?? 0;
    }),
  );
  expect(below).toEqual(below.toSorted((one, next) => one - next));
});

test("forwards a message, and sends a reply with copies", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const id = await sendLead();
  await storeInboundMail(id, "Good morning");
  await page.goto(`/admin/inbox/evaluation/${id}`);
  const [newest, submitted] = [getForward(page).first(), getForward(page).last()];
  const dialog = page.getByRole("dialog");
  await submitted.click();
  await dialog.getByLabel("Email address").fill("other@example.com");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await newest.click();
  await expect(dialog.getByRole("button", { name: "Forward" })).toBeEnabled();
  await expect(dialog.getByLabel("Email address")).toHaveValue("");
  await dialog.getByLabel("Your note").fill("Please look.");
  await dialog.getByLabel("Email address").fill("nobody");
  await dialog.getByRole("button", { name: "Forward" }).click();
  await expect(dialog).toContainText("one email address, such as name@example.com");
  await expectAccessible(page);
  await dialog.getByLabel("Email address").fill("colleague@example.com");
  await page.route("**/forward", (route) => route.abort(), { times: 1 });
  await dialog.getByRole("button", { name: "Forward" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The service did not answer");
  await dialog.getByRole("button", { name: "Forward" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(getTimeline(page)).toContainText("forwarded a message to colleague@example.com");
  await expect(getTimeline(page)).toContainText("Please look.");

  await page.getByRole("button", { name: "Add copies (cc)" }).click();
  const copies = page.getByLabel("Copies to (cc)");
  await expect(copies).toBeFocused();
  await copies.fill("one@example.com, two");
  await getReplyField(page).fill("Hello.");
  await sendReply(page);
  await expect(page.getByText("Not an email address: two")).toBeVisible();
  await copies.fill("one@example.com; two@example.com");
  await sendReply(page);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(copies).toHaveValue("one@example.com, two@example.com");
  await sendReply(page);
  await expect(getNewestMessage(page)).toContainText("Copies to one@example.com, two@example.com");
  await expect(copies).toHaveCount(0);

  // A copy kept in a draft must not take the focus when the submission opens.
  await page.getByRole("button", { name: "Add copies (cc)" }).click();
  await copies.fill("one@example.com");
  await page.reload();
  await expect(copies).toHaveValue("one@example.com");
  await expect(copies).not.toBeFocused();
});

test("focuses the reply form of a slowly loading submission, and ignores shortcut keys meanwhile", async ({
  signedIn,
}) => {
  const page = await (await signedIn("member")).context.newPage();
  const id = await sendInquiry({ name: "Ana Ruiz" });
  await page.goto(`/admin/inbox?q=Q-${id}`);
  const { promise: isTyped, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/api/admin/inbox/inquiry/${id}`, async (route) => {
    await isTyped;
    await route.continue();
  });
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: "Ana Ruiz" })).toBeVisible();
  await page.keyboard.press("m");
  answer();
  await expect(page.getByLabel("Your reply")).toBeFocused();
  await page.keyboard.type("m");
  await expect(page.getByLabel("Your reply")).toHaveValue("m");
  expect(await query("SELECT owner_id FROM submissions WHERE kind = 'inquiry' AND id = $1", [id])).toEqual([
    { owner_id: null },
  ]);
});

test("shows operators in one tab only their own drafts", async ({ signedIn }) => {
  const [berta, ana] = [await signedIn("admin"), await signedIn("admin")];
  const page = await berta.context.newPage();
  const id = await sendInquiry();
  const [reply, note] = [page.getByLabel("Your reply"), page.getByLabel("Note", { exact: true })];
  const send = page.getByRole("button", { name: "Send", exact: true });
  const unsent = page.getByRole("listitem").filter({ has: page.locator(`[data-row="inquiry-${id}"]`) });
  const template = page.getByLabel("Name", { exact: true });
  const openSubmission = async () => {
    await page.goto(`/admin/inbox/inquiry/${id}?q=Q-${id}`);
    await expect(send).toBeEnabled();
  };
  const openTemplates = async () => {
    await page.goto("/admin/templates");
    await expect(page.getByRole("button", { name: "Save" })).toBeEnabled();
  };
  await openSubmission();
  await page.route("**/reply", (route) => route.abort(), { times: 1 });
  await note.fill("Berta’s note");
  await reply.fill("Berta’s reply");
  await send.click();
  await expect(unsent).toContainText("Reply not sent");
  await openTemplates();
  await template.fill("Berta’s template");

  await berta.context.addCookies(ana.cookies);
  await openTemplates();
  await expect(template).toHaveValue("");
  await openSubmission();
  await expect(reply).toHaveValue("");
  await expect(note).toHaveValue("");
  await expect(unsent).not.toContainText("Reply not sent");

  await berta.context.addCookies(berta.cookies);
  await openSubmission();
  await expect(reply).toHaveValue("Berta’s reply");
  await expect(note).toHaveValue("Berta’s note");
  await expect(unsent).toContainText("Reply not sent");
  await openTemplates();
  await expect(template).toHaveValue("Berta’s template");
});
