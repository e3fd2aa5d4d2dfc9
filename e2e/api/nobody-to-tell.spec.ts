import fs from "node:fs";
import { expect } from "@playwright/test";
import { runScript } from "../../tools/processes.ts";
import { launchService, test } from "../support/processes.ts";

const refusal = "SMTP_URL is set and CONTACT_EMAIL is not";
const mailServer = { SMTP_URL: "smtp://clerk:s3cret@127.0.0.1:2525" };

test("starts neither the app nor the worker if SMTP_URL is set without CONTACT_EMAIL", async ({ dataDir }) => {
  const refused = await launchService(dataDir, mailServer);
  expect((await refused.ended).code).toBe(1);
  const lines = refused.output().trim().split("\n");
  expect(lines.map((line): object => JSON.parse(line))).toEqual([
    { level: 50, time: expect.any(String), msg: expect.stringContaining(refusal) },
  ]);
  expect(refused.output()).not.toContain("s3cret");
  expect(fs.existsSync(dataDir)).toBe(false);
  const env = { ...mailServer, DATABASE_URL: process.env.E2E_DATABASE_URL ?? "", DATA_DIR: dataDir };
  expect(await runScript("worker.ts", [], env)).toEqual({ code: 1, output: expect.stringContaining(refusal) });
});

test("npm start refuses to run with serverless settings", async ({ dataDir }) => {
  const serverless = {
    ENCAJE_HOST: "serverless",
    CRON_SECRET: "x".repeat(32),
    DATABASE_POOLER: "transaction",
    DATABASE_CONNECTIONS: "10",
    REDIS_URL: "redis://127.0.0.1:9",
  };
  const env = { ...mailServer, ...serverless, DATABASE_URL: process.env.E2E_DATABASE_URL ?? "" };
  const refused = await launchService(dataDir, env);
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain("Unset ENCAJE_HOST: npm start needs no cron.");
});
