import { afterAll, expect, test, vi } from "vitest";
import { disconnect } from "../../lib/server/db.ts";
import { findMailHold, releaseMail } from "../../lib/server/mail/mail-queue.ts";
import { lead, newAddress } from "../../lib/server/mail/mail-service.fixture.ts";
import { startMailWorker } from "../../lib/server/mail/mail-worker.ts";
import { TestSmtpServer } from "../../lib/server/mail/smtp-server.fixture.ts";
import { createEmptyDatabase, query } from "../databases.fixture.ts";
import { backUp, createFilledDatabase } from "./backup.fixture.ts";
import { restoreBackup } from "./restore-backup.ts";

vi.setConfig({ testTimeout: 60_000 });
const server = await TestSmtpServer.start();
const url = await createEmptyDatabase();
Object.assign(process.env, {
  DATABASE_URL: url,
  SMTP_URL: server.url,
  SITE_URL: "https://encaje.example",
  LOG_LEVEL: "silent",
  CONTACT_EMAIL: "hola@encaje.example",
});
afterAll(async () => {
  await disconnect();
  await server.stop();
});

test("sends no mail after a restore until the mail hold is released", async () => {
  await restoreBackup({ url, file: await backUp(await createFilledDatabase()) });
  const worker = await startMailWorker();
  const email = newAddress();
  const { id } = await lead({ email });
  const isProcessed = async () => {
    const rows = await query(url, "SELECT FROM submissions WHERE NOT is_processed");
    expect(rows).toEqual([]);
  };
  await vi.waitFor(isProcessed, 20_000);
  // Four mails are owed: both immediate mails and the breach mail of the unprocessed submission, and the mail that was
  // being sent.
  await expect
    .poll(() => findMailHold("desk"), { timeout: 20_000 })
    .toEqual({ actor: "restore", owed: 4, since: expect.any(Date) });
  expect(server.received).toEqual([]);
  expect(await releaseMail({ owed: "discard" }, { admin: "console", now: new Date() })).toEqual({ count: 4 });
  await expect.poll(() => server.received).toHaveLength(2);
  const sent = JSON.stringify(server.received.map(({ to }) => to));
  expect([sent.includes(email), sent.includes("ana@desk.example"), sent.includes("ana@example.com")]).toEqual([
    true,
    true,
    false,
  ]);
  // The worker deletes a mail after delivery.
  await vi.waitFor(async () => {
    const left = "SELECT FROM mails WHERE kind = 'evaluation' AND submission_id = $1";
    expect(await query(url, left, [id])).toEqual([]);
  }, 20_000);
  await worker.stop();
});
