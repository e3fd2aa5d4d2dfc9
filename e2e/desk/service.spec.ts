import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { runScript, startApp } from "../../tools/processes.ts";
import { test } from "../support/operators.ts";
import { password } from "../support/sign-in.ts";
import { createDatabase } from "../support/test.ts";

const jsonHeaders = { "content-type": "application/json" };

test("switches the desk off without AUTH_SECRET, and creates the first operator as an admin with it", async () => {
  const database = await createDatabase();
  const app = await startApp({ DATABASE_URL: database });
  try {
    expect(await (await fetch(`${app.url}/admin/sign-in`)).text()).toContain("The desk is switched off");
    const body = JSON.stringify({ email: "a@desk.example", password });
    const answer = await fetch(`${app.url}/api/admin/sign-in`, { method: "POST", body, headers: jsonHeaders });
    expect(answer.status).toBe(503);
    const page = await fetch(`${app.url}/admin/inbox`, {
      headers: { cookie: "desk.session_token=a.b" },
      redirect: "manual",
    });
    expect([page.status, page.headers.get("location")]).toEqual([307, "/admin/sign-in"]);
  } finally {
    await app.stop();
  }
  const create = (AUTH_SECRET: string) =>
    runScript("operator.ts", ["create", "First@Desk.example"], {
      DATABASE_URL: database,
      AUTH_SECRET,
      SITE_URL: "https://desk.example",
    });
  expect(await create("")).toMatchObject({ code: 1, output: expect.stringContaining("set AUTH_SECRET") });
  expect((await create(randomBytes(32).toString("hex"))).output).toMatch(
    /For first@desk\.example \(admin\), once, until \d{4}-.*Z:\n\n {2}https:\/\/desk\.example\/admin\/invitation\/[\w-]{43}\n/,
  );
});
