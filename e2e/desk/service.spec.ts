import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { runScript, startApp } from "../../tools/processes.ts";
import { test } from "../support/operators.ts";
import { password } from "../support/sign-in.ts";
import { createDatabase } from "../support/test.ts";

const jsonHeaders = { "content-type": "application/json" };

test("switches the desk off and says so if DATABASE_URL is set without AUTH_SECRET", async () => {
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
  const refused = await runScript("operator.ts", ["create", "a@desk.example"], {
    DATABASE_URL: database,
    AUTH_SECRET: "",
  });
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("set AUTH_SECRET") });
});

test("creates the first operator as an admin by `npm run operator`", async () => {
  const DATABASE_URL = await createDatabase();
  const env = { DATABASE_URL, AUTH_SECRET: randomBytes(32).toString("hex"), SITE_URL: "https://desk.example" };
  const made = await runScript("operator.ts", ["create", "First@Desk.example"], env);
  expect(made.output).toMatch(
    /For first@desk\.example \(admin\), once, until \d{4}-.*Z:\n\n {2}https:\/\/desk\.example\/admin\/invitation\/[\w-]{43}\n/,
  );
  const refused = await runScript("operator.ts", ["create", "a@desk.example", "--role", "king"], env);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("Use: npm run operator") });
});
