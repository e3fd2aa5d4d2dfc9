import { createOTP } from "@better-auth/utils/otp";
import { expect } from "@playwright/test";
import { newOperator, newSession, requestsOf, sessionCookie, test } from "../support/operators.ts";
import {
  acceptInvitation,
  at,
  decodeBase32,
  enterCode,
  fillPassword,
  invite,
  problemOf,
  register,
  signOut,
} from "../support/sign-in.ts";
import { evaluation, randomAddress } from "../support/test.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a mail's link leads to its lead, past a wrong password and a wrong code", async ({ page, client }) => {
      const { id } = (await client.post("/api/leads/evaluate", evaluation())).json as { id: number };
      const { email, recoveryCodes } = await register(page);
      await signOut(page);
      await page.goto(`/admin/inbox/evaluation/${id}`);
      await fillPassword(page, email, "not the password");
      await expect(problemOf(page)).toContainText("wrong");
      await fillPassword(page, email);
      await enterCode(page, "AAAAA-AAAAA");
      await expect(problemOf(page)).toContainText("This code is wrong");
      await enterCode(page, recoveryCodes[0] ?? "");
      await expect(page).toHaveURL(at(`/admin/inbox/evaluation/${id}`));
    });
  });
}

test("a mail's link outlasts the set-up of the second factor, a sign-in that ran out and one in another tab", async ({
  page,
}) => {
  const { email, path } = await invite();
  await acceptInvitation(page, path);
  await page.goto("/admin/inbox?q=volcan&status=open");
  await fillPassword(page, email);
  const [shown = ""] = await page.locator("code").allInnerTexts();
  await enterCode(page, "000 000", "Confirm");
  await enterCode(page, await createOTP(decodeBase32(shown.replace(/\s/g, ""))).totp(), "Confirm");
  await expect(page).toHaveURL(at("/admin/inbox?q=volcan&status=open"));
  await signOut(page);
  await page.goto("/admin/overview");
  await fillPassword(page, email);
  await page.context().clearCookies();
  await enterCode(page, "AAAAA-AAAAA");
  await expect(page).toHaveURL(/sign-in\?to=%2Fadmin%2Foverview&problem=unauthorized$/);
  const { value } = await newSession((await newOperator("member")).id);
  await page.context().addCookies([{ name: sessionCookie, value, url: process.env.E2E_URL ?? "" }]);
  await page.reload();
  await expect(page).toHaveURL(at("/admin/overview"));
});

test("a sign-in leads to pages of the desk alone", async () => {
  const { fetch, post } = requestsOf({ "x-forwarded-for": randomAddress() });
  const values = () => ({ email: `${randomAddress()}@desk.example`, password: "wrong" });
  const targets = [
    "https://evil.example/admin/inbox",
    "//evil.example/admin/inbox",
    "/\\evil.example/admin",
    "/admin/../en",
    "/admin/%2e%2e/en",
    "/en",
    "/administration",
    "javascript:alert(1)",
    "/admin/sign-in",
    "/admin/second-factor/set-up",
    `/admin/${"x".repeat(3_000)}`,
  ];
  for (const to of targets) {
    const html = await (await fetch(`/admin/sign-in?to=${encodeURIComponent(to)}`)).text();
    expect.soft(html, to).not.toContain('name="to"');
    const refused = await post("/api/admin/sign-in", { ...values(), to });
    expect.soft(refused.headers.get("location"), to).toBe("/admin/sign-in?problem=invalid_input");
  }
});

test("what the caller says of the address in a header is not believed", async () => {
  const { fetch } = requestsOf({ "x-desk-address": "/admin/audit" });
  expect((await fetch("/admin/account")).headers.get("location")).toBe("/admin/sign-in?to=%2Fadmin%2Faccount");
});
