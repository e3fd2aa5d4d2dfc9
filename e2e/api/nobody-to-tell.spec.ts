import { expect } from "@playwright/test";
import { launch, runScript, test } from "../support/processes.ts";
import { createDatabase } from "../support/test.ts";

const refusal = "SMTP_URL is set, but nobody would be told of new submissions";
const mailServer = { SMTP_URL: "smtp://clerk:s3cret@127.0.0.1:2525" };

test("with a mail server and nobody to tell, the app starts only when someone is invited", async ({ dataDir }) => {
  const env = { ...mailServer, DATABASE_URL: await createDatabase(), AUTH_SECRET: "x".repeat(32) };
  const refused = await launch(dataDir, env);
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain(refusal);
  expect(refused.output()).not.toMatch(/ is ready at |s3cret/);

  const invited = await runScript("operator.ts", ["create", "ana@desk.example"], { ...env, DATA_DIR: dataDir });
  expect(invited).toEqual({ code: 0, output: expect.stringContaining("/admin/invitation/") });
  await (await launch(dataDir, env)).ready;
});

test("with a mail server and nobody to tell, the worker does not start", async ({ dataDir }) => {
  const env = { ...mailServer, DATABASE_URL: await createDatabase(), DATA_DIR: dataDir };
  expect(await runScript("worker.ts", [], env)).toEqual({ code: 1, output: expect.stringContaining(refusal) });
});

test("npm start refuses to leave the mails to a cron", async ({ dataDir }) => {
  const serverless = {
    ENCAJE_HOST: "serverless",
    CRON_SECRET: "x".repeat(32),
    DATABASE_POOLER: "transaction",
    DATABASE_CONNECTIONS: "10",
    REDIS_URL: "redis://127.0.0.1:9",
  };
  const env = { ...mailServer, ...serverless, DATABASE_URL: await createDatabase() };
  const refused = await launch(dataDir, env);
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain("Unset ENCAJE_HOST: npm start needs no cron.");
});
