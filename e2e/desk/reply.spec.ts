import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sendInquiry, sendLead } from "../support/submissions.ts";
import { query, randomEmail } from "../support/test.ts";

test("previews a reply from a template, undoes sending it, and schedules it until it is held", async ({ signedIn }) => {
  const [admin, colleague] = [await signedIn("admin"), await signedIn("member")];
  const name = `T${randomUUID().slice(0, 8)}`;
  const texts = { kind: "", route: "", textEn: "Hello.", textEs: "Buenos días, {name}:" };
  await admin.send("/api/admin/templates/save", { name, ...texts });
  const page = await admin.context.newPage();
  const id = await sendInquiry({ name: "Ana Ruiz", language: "es" });
  const readRow = async () =>
    (await query("SELECT status, replied_at FROM submissions WHERE kind = 'inquiry' AND id = $1", [id]))[0];
  await page.goto(`/admin/inbox/inquiry/${id}`);
  const field = page.getByLabel("Your reply");
  await field.focus();
  await page.keyboard.type(`/${name}`);
  await expect(page.getByRole("listbox", { name: "Templates" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Buenos días, Ana Ruiz:");
  await expect(field).toBeFocused();
  await page.keyboard.type(" 1/2");
  const files = page.getByRole("list", { name: "Attached files" });
  const pick = page.locator("input[data-reply-files]");
  await pick.setInputFiles({ name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ") });
  await expect(page.getByRole("alert").filter({ hasText: "offer.pdf was not attached" })).toBeVisible();
  await pick.setInputFiles({ name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("Oferta") });
  await expect(files).toContainText("offer.txt");
  await page.route("**/files/*/remove", (route) => route.abort());
  await page.getByRole("button", { name: "Remove offer.txt" }).click();
  const notRemoved = page.getByRole("alert").filter({ hasText: "offer.txt was not removed" });
  await expect(notRemoved).toBeVisible();
  await expect(files).toContainText("offer.txt");
  await page.unroute("**/files/*/remove");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByLabel("The email as it will arrive");
  for (const text of [`Re: Recibimos su pregunta (referencia Q-${id})`, "Buenos días, Ana Ruiz: 1/2", "offer.txt"]) {
    await expect(preview).toContainText(text);
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await expect(field).toBeVisible();

  await field.press("Control+Enter");
  await expect(page.getByText("The reply goes out in a moment")).toBeVisible();
  await expect(notRemoved).toBeHidden();
  expect(await readRow()).toMatchObject({ status: "contacted" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(field).toHaveValue("Buenos días, Ana Ruiz: 1/2");
  await expect(files).toContainText("offer.txt");
  expect(await readRow()).toEqual({ status: "new", replied_at: null });

  await page.getByRole("button", { name: "Send later" }).press("Enter");
  await expect(page.getByRole("option", { name: "Tomorrow at 9:00 AM" })).toBeInViewport();
  await page.keyboard.press("2");
  await expect(page.getByText(/The reply goes out on .*9:00/)).toBeVisible();
  await expect(field).toHaveValue("");
  expect(await readRow()).toEqual({ status: "new", replied_at: null });
  const link = page.getByRole("link", { name: "offer.txt" });
  expect(await (await admin.fetch(`${await link.getAttribute("href")}`)).text()).toBe("Oferta");
  const readJob = async () =>
    (
      await query("SELECT id AS job FROM mails WHERE kind = 'inquiry' AND submission_id = $1 AND mail = 'reply'", [id])
    )[0];
  await colleague.send(`/api/admin/inbox/inquiry/${id}/reply/cancel`, await readJob());
  await expect(page.getByText(/The reply goes out on/)).toBeHidden();

  await field.fill("Hasta mañana.");
  await page.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("option", { name: "Another time" }).click();
  const time = page.getByRole("textbox", { name: "Date and time (Mexico City time)" });
  const [tomorrow] = new Date(Date.now() + 86_400_000).toISOString().split("T");
  await time.fill(`${tomorrow}T10:15`);
  await time.press("Enter");
  await expect(page.getByText(/The reply goes out on .*10:15/)).toBeVisible();
  await expect(page.getByRole("heading", { name: /planned a reply for/ })).toBeVisible();
  await query("UPDATE mails SET state = 'held', next_at = now() WHERE id = $1", [(await readJob())?.job]);
  await query(
    `UPDATE submissions SET status = 'spam', closed_at = now(), revision = revision + 1
     WHERE kind = 'inquiry' AND id = $1`,
    [id],
  );
  // Pages learn of changes from events, which the statements above do not store.
  await colleague.send(`/api/admin/inbox/inquiry/${id}/notes`, { text: "Closed." });
  const held = page.getByText("The reply is held: this was closed after it was planned.");
  await expect(held).toBeVisible();
  await expect(page.getByText("Email held: this was closed after it was planned").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(held).toBeHidden();
});

test("keeps the text of an undone reply if the response to the undo is lost", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const id = await sendInquiry();
  await page.goto(`/admin/inbox/inquiry/${id}`);
  const field = page.getByLabel("Your reply");
  const { promise: reading, resolve: endReading } = Promise.withResolvers<void>();
  await page.route(`**/api/admin/inbox/inquiry/${id}`, async (route) => {
    await reading;
    await route.continue();
  });
  await field.fill("Thank you, we will call you.");
  await field.press("Control+Enter");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await page.route("**/reply/cancel", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await undo.click();
  await expect(page.getByRole("alert").filter({ hasText: "the reply may still go out" })).toBeVisible();
  await expect(field).toHaveValue("Thank you, we will call you.");
  endReading();
  await expect(undo).toHaveCount(0);
  expect(
    await query("SELECT id FROM submission_events WHERE kind = 'inquiry' AND submission_id = $1 AND type = 'reply'", [
      id,
    ]),
  ).toEqual([]);
});

test("replaces a colleague's newer version of a template only after a warning", async ({ signedIn }) => {
  const [ana, beto] = [await signedIn("admin"), await signedIn("admin")];
  const name = `T${randomUUID().slice(0, 8)}`;
  const page = await ana.context.newPage();
  await page.goto("/admin/templates");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Text in English").fill("Hello {name}, thank you. {operator}");
  await page.getByLabel("Text in Spanish").fill("Buenos días, {name}:");
  await expect(page.getByLabel("Preview in Spanish")).toHaveText("Buenos días, Lucía Hernández:");
  await expectAccessible(page);
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();

  const read = () =>
    query("SELECT id, version, text_en, text_es FROM reply_templates WHERE name = $1", [name]).then(([row]) => row);
  const { id } = (await read()) ?? {};
  const edit = `/admin/templates?edit=${id}`;
  await page.goto(edit);
  await page.getByLabel("Text in English").fill("Good morning.");
  const newer = { name, kind: "", route: "", textEn: "Hello.", textEs: "Hola.", template: id, version: 1 };
  await beto.send("/api/admin/templates/save", newer);
  await page.goto(edit);
  await expect(page.getByLabel("Text in English")).toHaveValue("Good morning.");
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Someone changed or removed this template" })).toBeVisible();
  expect(await read()).toMatchObject({ version: 2, text_en: "Hello.", text_es: "Hola." });
  await page.getByLabel("Text in Spanish").fill("Buenos días.");
  await save.click();
  await expect.poll(read).toMatchObject({ version: 3, text_en: "Good morning.", text_es: "Buenos días." });
});

test("sends no reply before its file is uploaded", async ({ signedIn }) => {
  const { operator, context } = await signedIn("member");
  const page = await context.newPage();
  const email = randomEmail();
  const id = await sendLead({ email, language: "es" });
  await page.goto(`/admin/inbox/evaluation/${id}?q=${email}`);
  const hold = async (path: string) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/${path}`, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  };
  const field = page.getByLabel("Your reply");
  const form = page.locator("section", { has: field });
  for (const text of [email, "Please write in Spanish", `${operator.name}, Encaje`, "marks this as contacted"]) {
    await expect(form).toContainText(text);
  }
  const endUpload = await hold("files");
  const text = "Buenos días.\n\n¿Hablamos el <b>lunes</b>?";
  await field.fill(text);
  const file = { name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("Offer") };
  await page.locator("input[data-reply-files]").setInputFiles(file);
  await field.press("Control+Enter");
  const refusal = page.getByRole("alert").filter({ hasText: "Wait until offer.txt is attached" });
  await expect(refusal).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await page.locator(`[data-row="evaluation-${id}"]`).click();
  await expect(form).toContainText("Attaching offer.txt…");
  await field.press("Control+Enter");
  await expect(refusal).toBeVisible();
  endUpload();
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("offer.txt");

  const note = page.getByLabel("Note", { exact: true });
  for (const [path, typed] of [
    ["reply", field],
    ["notes", note],
  ] as const) {
    const send = await hold(path);
    await typed.fill(text);
    await typed.evaluate((element: HTMLTextAreaElement) => element.form?.requestSubmit());
    await expect(typed).not.toBeEditable();
    await typed.press("End");
    await page.keyboard.type(" Not today.");
    await expect(typed).toHaveValue(text);
    send();
    await expect(typed).toHaveValue("");
  }
  await expect(form.locator("[aria-live]").filter({ hasText: "The reply goes out in a moment" })).toBeVisible();
  await expect(refusal).toBeHidden();
  await expect(page.getByRole("link", { name: "offer.txt" })).toBeVisible();
  await expect(page.locator("#newest-message")).toContainText("¿Hablamos el <b>lunes</b>?");
  const timeline = page.locator("section", { hasText: "What happened" });
  for (const done of ["changed the status from New to Contacted", "replied by email"]) {
    await expect(timeline).toContainText(`${operator.name} ${done}`);
  }
  await expect(timeline).toContainText(/Email (waiting to be sent|being sent|sent)/);
  await expect(form).toContainText("Status and clock stay as they are");
});

test("sends no reply while its files cannot be read", async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  await page.route("**/reply-desk", (route) => route.abort());
  await page.goto(`/admin/inbox/inquiry/${await sendInquiry()}`);
  const field = page.getByLabel("Your reply");
  await field.fill("Hello.");
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was sent" })).toBeVisible();
  await expect(field).toHaveValue("Hello.");
  await page.unroute("**/reply-desk");
  await send.click();
  await expect(page.getByText("The reply goes out in a moment")).toBeVisible();
});

test("reports no conflict if an operator replies before their own change is confirmed", async ({ signedIn }) => {
  const member = await signedIn("member");
  const page = await member.context.newPage();
  await page.route("**/api/admin/inbox/changes?*", () => undefined);
  const id = await sendInquiry({});
  await page.goto(`/admin/inbox/inquiry/${id}`);
  await page.getByLabel("Your reply").fill("Hello");
  // Send the reply while the status change is stored but its response has not arrived yet.
  const isStored = Promise.withResolvers<void>();
  const isReplied = page.waitForResponse(/\/reply$/);
  await page.route("**/api/admin/changes", async (route) => {
    const response = await route.fetch();
    isStored.resolve();
    await isReplied;
    await route.fulfill({ response });
  });
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await isStored.promise;
  await page.keyboard.press("r");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The reply goes out in a moment")).toBeVisible();
  const owner = "SELECT owner_id FROM submissions WHERE kind = 'inquiry' AND id = $1";
  await expect.poll(() => query(owner, [id])).toEqual([{ owner_id: member.operator.id }]);
});
