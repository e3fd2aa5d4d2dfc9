import { expect } from "@playwright/test";
import { runScript } from "../../tools/processes.ts";
import { waitForMail } from "../support/expect-mail.ts";
import { test } from "../support/mail.ts";
import { nightly } from "../support/nightly.ts";
import { newOperator, newSession, sessionCookie } from "../support/operators.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { openWithScript } from "../support/site.ts";
import { inquiry, randomEmail } from "../support/test.ts";

test(
  "lets an admin release held mail, and discard mail that was already due",
  nightly,
  async ({ newMailService, browser }) => {
    const service = await newMailService();
    await service.server.start();
    const [owed, later] = [randomEmail(), randomEmail()];
    const submit = async (email: string) =>
      expect((await service.client().post("/api/leads/contact", inquiry({ email }))).status).toBe(201);
    await submit(owed);
    expect(await runScript("mail.ts", ["hold"], service.env)).toMatchObject({
      code: 0,
      output: expect.stringContaining("All mail is held"),
    });
    await service.startWorker();
    await submit(later);

    const openDesk = async (role: "admin" | "member") => {
      const { id } = await newOperator(role, true, service.databaseUrl);
      const { value } = await newSession(id, service.databaseUrl);
      const context = await browser.newContext({ baseURL: service.app.url });
      context.on("page", openWithScript);
      await context.addCookies([{ name: sessionCookie, value, url: service.app.url }]);
      return context.newPage();
    };
    const member = await openDesk("member");
    await member.goto("/admin/mail");
    await expect(member.getByText("An admin can release it.")).toBeVisible();
    await expect(member.getByRole("button", { name: /Release/ })).toHaveCount(0);

    const page = await openDesk("admin");
    await page.goto("/admin/inbox");
    await expect(page.getByText("All mail is held")).toBeVisible();
    await page.getByRole("link", { name: "See what waits" }).click();
    await expect(page.getByText("2 emails were due at that time.")).toBeVisible();
    await expectAccessible(page);
    expect(service.server.listDeliveries()).toEqual([]);
    await page.getByRole("button", { name: "Release, and discard what was due" }).click();
    const question = page.getByRole("dialog");
    await expect(question).toContainText("The 2 emails that were due are deleted and never sent.");
    await question.getByRole("button", { name: "Delete all 2" }).click();
    await expect(page.getByRole("status")).toHaveText("Emails go out again, without the 2 that were due.");
    await expect(page.getByText("All mail is held")).toHaveCount(0);
    await waitForMail(service, later);
    expect(await service.server.listMailsTo(owed)).toEqual([]);
    for (const opened of [page, member]) await opened.context().close();
  },
);
