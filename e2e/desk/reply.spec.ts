import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { sentInquiry, sentLead } from "../support/submissions.ts";
import { query } from "../support/test.ts";

test("a reply is written by keyboard from a template, previewed, taken back and sent later with its file", async ({
  signedIn,
}) => {
  const admin = await signedIn("admin");
  const name = `T${randomUUID().slice(0, 8)}`;
  const page = await admin.context.newPage();
  await page.goto("/admin/templates");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Text in English").fill("Hello {name}, thank you. {operator}");
  await page.getByLabel("Text in Spanish").fill("Hola {nombre}");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("There is no variable {nombre}")).toBeVisible();
  await page.getByLabel("Text in Spanish").fill("Buenos días, {name}:");
  await expect(page.getByLabel("Preview in Spanish")).toHaveText("Buenos días, Lucía Hernández:");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();

  const id = await sentInquiry({ name: "Ana Ruiz", language: "es" });
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
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByLabel("The email as it will arrive");
  for (const text of [`Re: Recibimos su pregunta (referencia Q-${id})`, "Buenos días, Ana Ruiz: 1/2", "offer.txt"]) {
    await expect(preview).toContainText(text);
  }
  await expectAccessible(page);

  await field.press("Control+Enter");
  await expect(page.getByText("Your reply goes out in a moment")).toBeVisible();
  expect(await readRow()).toMatchObject({ status: "contacted" });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(field).toHaveValue("Buenos días, Ana Ruiz: 1/2");
  await expect(files).toContainText("offer.txt");
  expect(await readRow()).toEqual({ status: "new", replied_at: null });

  await page.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("button", { name: "Tomorrow at 9:00 AM" }).click();
  await expect(page.getByText(/Your reply goes out on .*9:00/)).toBeVisible();
  await expect(field).toHaveValue("");
  expect(await readRow()).toEqual({ status: "new", replied_at: null });
  const link = page.getByRole("link", { name: "offer.txt" });
  const file = await admin.fetch(`${await link.getAttribute("href")}`);
  expect(await file.text()).toBe("Oferta");
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-disposition": 'attachment; filename="offer.txt"',
    "content-type": "text/plain",
    "x-content-type-options": "nosniff",
  });
});

test("a planned reply is held once its submission is closed, and can be sent all the same", async ({ signedIn }) => {
  const { context } = await signedIn("member");
  const page = await context.newPage();
  const id = await sentInquiry({ language: "es" });
  await page.goto(`/admin/inbox/inquiry/${id}`);
  await page.getByLabel("Your reply").fill("Hasta mañana.");
  await page.getByRole("button", { name: "Send later" }).click();
  await page.getByRole("button", { name: "Tomorrow at 9:00 AM" }).click();
  await expect(page.getByText(/Your reply goes out on .*9:00/)).toBeVisible();
  await query("UPDATE submissions SET status = 'spam', closed_at = now() WHERE kind = 'inquiry' AND id = $1", [id]);
  await page.reload();
  const held = page.getByText("Your reply is held: this was closed after you planned it.");
  await expect(held).toBeVisible();
  await expect(page.getByText("Email held: this was closed after it was planned")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(held).toBeHidden();
});

test("an @ in a note offers the operators, and the one taken is told", async ({ signedIn }) => {
  const [{ context }, { operator }] = [await signedIn("member"), await signedIn("member")];
  const page = await context.newPage();
  const id = await sentInquiry();
  await page.goto(`/admin/inbox/inquiry/${id}`);
  await page.getByLabel("Note", { exact: true }).focus();
  await page.keyboard.type(`Please call, @${operator.name.slice(0, -1)}`);
  await expect(page.getByRole("option", { name: `@${operator.name}` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue(`Please call, @${operator.name} `);
  await page.getByRole("button", { name: "Add a note" }).click();
  await expect(page.getByText(`@${operator.name}`, { exact: true })).toBeVisible();
  expect(
    await query("SELECT data->>'operator' AS told FROM pgboss.job WHERE data @> $1", [
      JSON.stringify({ mail: "mention", kind: "inquiry", id }),
    ]),
  ).toEqual([{ told: operator.id }]);
});

test("ten leads are answered from a template by keyboard alone, with six presses each", async ({ signedIn }) => {
  const { context, send } = await signedIn("admin");
  const company = `w${randomUUID().slice(0, 8)}`;
  const texts = { textEn: "Hello {name}, we will call {company}.", textEs: "Buenos días, {name}:" };
  await send("/api/admin/templates/save", { name: `0 ${company}`, kind: "evaluation", route: "", ...texts });
  for (let count = 0; count < 10; count++) await sentLead({ company, language: "en" });
  const page = await context.newPage();
  await page.goto(`/admin/inbox?q=${company}`);
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  await press("j");
  await press("Enter");
  const heading = page.getByRole("heading", { level: 2, name: company });
  for (let at = 1; at <= 10; at++) {
    const path = new URL(page.url()).pathname;
    await expect(heading).toBeFocused();
    await expect(page.getByRole("article")).toContainText(", Encaje");
    await press("r");
    await press("/");
    await press("1");
    await expect(page.getByLabel("Your reply")).toHaveValue(new RegExp(`we will call ${company}`));
    await press("Control+Enter");
    await expect(page.getByText("Your reply goes out in a moment")).toBeVisible();
    if (at === 10) break;
    await press("Escape");
    await press("j");
    await expect.poll(() => new URL(page.url()).pathname).not.toBe(path);
  }
  console.log(`ten replies: ${presses} presses`);
  expect(presses).toBeLessThanOrEqual(60);
  expect(await query("SELECT status, count(*)::int FROM submissions WHERE company = $1 GROUP BY 1", [company])).toEqual(
    [{ status: "contacted", count: 10 }],
  );
});
