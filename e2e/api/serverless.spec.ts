import fs from "node:fs";
import { expect } from "@playwright/test";
import { cronSecret } from "../support/built-app.ts";
import { MailedApp } from "../support/mail.ts";
import { MailServer } from "../support/mail-server.ts";
import { expectAllDelivered, submitMany } from "../support/many-mails.ts";
import { queryAt, test } from "../support/processes.ts";
import { createClient, createDatabase } from "../support/test.ts";

const bearer = { authorization: `Bearer ${cronSecret}` };
const shared = { DATABASE_URL: process.env.E2E_DATABASE_URL ?? "" };
const none = { evaluations: 0, inquiries: 0 };

test("fails the readiness check under Next's own server unless ENCAJE_HOST is set", async ({ startOwn }) => {
  const { url, output } = await startOwn({ ...shared, ENCAJE_HOST: "" });
  const client = createClient(url);
  const { status, json } = await client.get("/api/readyz");
  const error = expect.stringMatching(/nobody sends mails or purges.*npm start, or set ENCAJE_HOST=serverless/);
  expect({ status, json }).toEqual({ status: 503, json: { error } });
  expect((await client.get("/api/catalog")).status).toBe(200);
  expect((await client.get("/api/tasks", bearer)).status).toBe(404);
  expect(output().match(/"level":50.*\/api\/readyz responds with 503/g)).toHaveLength(1);
});

test("logs missing and invalid serverless settings, and serves nothing", async ({ startOwn }) => {
  const { url, output } = await startOwn({ ...shared, SMTP_URL: "", CRON_SECRET: "", DATABASE_CONNECTIONS: "11" });
  expect((await fetch(`${url}/api/healthz`)).status).toBe(500);
  for (const name of ["SMTP_URL", "CRON_SECRET", "DATABASE_CONNECTIONS"]) {
    expect(output()).toMatch(new RegExp(`${name} .*must be .*where ENCAJE_HOST is serverless`));
  }
});

test("rejects calls of /api/tasks without the cron's secret", async () => {
  const client = createClient(process.env.E2E_URL ?? "");
  for (const authorization of [
    "",
    "Bearer",
    `Bearer ${cronSecret}x`,
    `Bearer ${"x".repeat(40)}`,
    `Basic ${cronSecret}`,
  ]) {
    const { status, headers } = await client.get("/api/tasks", authorization ? { authorization } : {});
    expect({ status, scheme: headers.get("www-authenticate") }).toEqual({ status: 401, scheme: "Bearer" });
  }
  const { status, headers } = await client.post("/api/tasks", {}, bearer);
  expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "GET, HEAD, OPTIONS" });
});

test("reports in the response of /api/tasks that a mail server is set without CONTACT_EMAIL", async ({ startOwn }) => {
  const { url } = await startOwn({ DATABASE_URL: await createDatabase() });
  const { status, json } = await createClient(url).get("/api/tasks", bearer);
  expect({ status, json }).toEqual({ status: 503, json: { error: expect.stringContaining("CONTACT_EMAIL") } });
});

test("sends each mail once when two crons call /api/tasks at once", async ({ startOwn, dataDir }) => {
  test.setTimeout(180_000);
  fs.mkdirSync(dataDir, { recursive: true });
  const server = await MailServer.create(dataDir);
  await server.start();
  const databaseUrl = await createDatabase();
  const settings = { DATABASE_URL: databaseUrl, CONTACT_EMAIL: "team@encaje.example", RATE_LIMIT_IP_MAX: "1000" };
  const { url } = await startOwn({ ...settings, SMTP_URL: server.url });
  const service = new MailedApp(url, databaseUrl, server);
  const submissions = await submitMany(service, 200);
  const client = createClient(url);

  let sent = 0;
  await expect
    .poll(
      async () => {
        const both = await Promise.all([client.get("/api/tasks", bearer), client.get("/api/tasks", bearer)]);
        for (const { status, json } of both) {
          expect({ status, json }).toMatchObject({
            status: 200,
            json: { mails: { failed: 0 }, purged: expect.any(Object) },
          });
          sent += (json as { mails: { sent: number } }).mails.sent;
        }
        return sent;
      },
      { timeout: 120_000 },
    )
    .toBe(400);
  expect(await expectAllDelivered(service, submissions)).toEqual({ submissions: 200, mails: 400, repeats: 0 });

  const id = submissions.find(({ kind }) => kind === "evaluation")?.id;
  const withdrawn = "UPDATE submissions SET consent_withdrawn_at = now() - interval '1 hour' WHERE kind = 'evaluation'";
  await queryAt(databaseUrl, `${withdrawn} AND id = $1`, [id]);
  const { json } = await client.get("/api/tasks", bearer);
  expect(json).toEqual({
    mails: { sent: 0, failed: 0, isMore: false },
    purged: { withdrawn: { evaluations: 1, inquiries: 0 }, closed: none },
  });
  expect(await queryAt(databaseUrl, "SELECT FROM submissions WHERE kind = 'evaluation' AND id = $1", [id])).toEqual([]);
  await server.kill();
});
