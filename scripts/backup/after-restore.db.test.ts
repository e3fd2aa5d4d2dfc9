import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Admin } from "../../lib/domain/access/operator.ts";
import type { SubmissionRef } from "../../lib/domain/submissions/core/submission-ref.ts";
import { endSubscription, requestSubscription } from "../../lib/server/catalog/subscribers.ts";
import { env } from "../../lib/server/env.ts";
import { findMailContent, toMailFileName, writeMailFile } from "../../lib/server/mail/mail-files.ts";
import { switchToOwnDatabase } from "../../lib/server/own-database.fixture.ts";
import { erasePerson } from "../../lib/server/people/erasures.ts";
import { DeskRecords, newEmail } from "../../lib/server/submissions/core/desk.fixture.ts";
import { answerConsent, createConsentTokens } from "../../lib/server/submissions/intake/consent.ts";
import { createEmptyDatabase, query } from "../databases.fixture.ts";
import { backUp, createFilledDatabase } from "./backup.fixture.ts";
import { repeatErasuresFromFiles } from "./erasure-files.ts";
import { restoreBackup } from "./restore-backup.ts";

vi.setConfig({ testTimeout: 60_000 });
const { url } = await switchToOwnDatabase(process.env);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-restored-"));
process.env.DATA_DIR = dataDir;
afterAll(() => fs.rmSync(dataDir, { recursive: true }));
const records = new DeskRecords(url);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

/** Restores a backup into a new database. @returns the emails in it, and the counts of repeated erasures */
async function restore(options: Omit<Parameters<typeof restoreBackup>[0], "url">) {
  const to = await createEmptyDatabase();
  const { erased } = await restoreBackup({ url: to, ...options });
  const rows = await query<{ email: string }>(to, "SELECT email FROM submissions");
  return { to, erased, emails: rows.map(({ email }) => email) };
}

test("erases in a restore those people who were erased since the backup", async () => {
  const [erased, withdrawn, kept, again] = [newEmail(), newEmail(), newEmail(), newEmail()];
  await records.evaluation({ email: erased });
  const agent = { channel: "ai_agent", agent_name: "ChatGPT", user_consent: true };
  const ref = await records.inquiry({ email: withdrawn, ...agent });
  const quoting = await records.evaluation({ email: kept, text: `With ${erased}, please.` });
  // This person was erased before the backup, and submitted again before it.
  await records.evaluation({ email: again });
  await erasePerson({ email: again }, { admin, now: new Date(Date.now() - 7_200_000) });
  await records.evaluation({ email: again });
  const { withdraw } = await createConsentTokens(ref, { now: new Date() });
  const file = await backUp(url);
  await erasePerson({ email: erased }, { admin, now: new Date() });
  await answerConsent({ token: withdraw }, { now: new Date() });
  const list = await backUp(url, "erasures");
  const newer = await backUp(url);

  const restored: string[] = [];
  for (const erasureFiles of [[list], [newer], [list, newer]]) {
    const { to, erased: counts, emails } = await restore({ file, erasureFiles });
    expect(counts).toEqual({ evaluations: 1, inquiries: 1, mentions: 1 });
    expect(emails).toEqual(expect.arrayContaining([kept, again]));
    expect([emails.includes(erased), emails.includes(withdrawn)]).toEqual([false, false]);
    const quoted = await query(to, "SELECT text FROM submissions WHERE kind = $1 AND id = $2", [
      quoting.kind,
      quoting.id,
    ]);
    expect(quoted).toEqual([{ text: "With [erased], please." }]);
    restored.push(to);
  }
  // The next backup contains all erasures, too.
  const { emails: next } = await restore({ file, erasureFiles: [await backUp(restored[0] ?? "", "erasures")] });
  expect(next.includes(erased)).toBe(false);
});

test("ends in a restore those subscriptions that ended since the backup", async () => {
  const [ended, erased, kept] = [newEmail(), newEmail(), newEmail()];
  const now = new Date();
  for (const email of [ended, erased, kept]) await requestSubscription({ email, language: "en" }, { now });
  const file = await backUp(url);
  const [row] = await query<{ id: string }>(url, "SELECT id FROM subscribers WHERE email = $1", [ended]);
  await endSubscription(row?.id, { now });
  await erasePerson({ email: erased }, { admin, now });
  const { to } = await restore({ file, erasureFiles: [await backUp(url, "erasures")] });
  const left = "SELECT email FROM subscribers WHERE email = ANY ($1)";
  expect(await query(to, left, [[ended, erased, kept]])).toEqual([{ email: kept }]);
});

test("ends all links to results in a restore", async () => {
  const { id } = await records.evaluation({ shared_at: new Date() });
  const { to } = await restore({ file: await backUp(url) });
  expect(await query(to, "SELECT shared_at FROM submissions WHERE kind = 'evaluation' AND id = $1", [id])).toEqual([
    { shared_at: null },
  ]);
});

test("stops a restore if erasures were recorded under another AUTH_SECRET", async () => {
  const file = await backUp(url);
  const other = await createFilledDatabase();
  await query(other, "INSERT INTO erasures (hash, at, key_id) VALUES (repeat('0', 64), now(), repeat('1', 16))");
  const erasureFiles = [await backUp(other, "erasures")];
  await expect(restore({ file, erasureFiles })).rejects.toThrow("1 erasures were recorded under another AUTH_SECRET");
  await restore({ file, erasureFiles, allowsUnknownErasures: true });
});

test("repeats skipped erasures later with the AUTH_SECRET under which they were recorded", async () => {
  const email = newEmail();
  await records.evaluation({ email });
  const file = await backUp(url);
  await erasePerson({ email }, { admin, now: new Date() });
  const list = await backUp(url, "erasures");
  const { AUTH_SECRET } = env();
  Object.assign(env(), { AUTH_SECRET: "another secret of at least 32 characters" });
  const { to, emails } = await restore({ file, erasureFiles: [list], allowsUnknownErasures: true });
  expect(emails).toContain(email);
  Object.assign(env(), { AUTH_SECRET });
  expect((await repeatErasuresFromFiles(to, [list], {})).evaluations).toBe(1);
});

test("deletes mail files that mention people whose erasures are repeated", async () => {
  const email = newEmail();
  // Other tests erased people who may have submitted again.
  await query(url, "DELETE FROM erasures");
  await records.evaluation({ email });
  await erasePerson({ email }, { admin, now: new Date() });
  const list = await backUp(url, "erasures");
  await query(url, "DELETE FROM erasures");
  await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET statement_timeout = '5s'`);
  await records.evaluation({ email });
  const [quoting, other] = [await records.evaluation({ text: `Ask ${email}.` }), await records.evaluation()];
  const writeFile = async (ref: SubmissionRef, text: string) => {
    const name = toMailFileName(ref, "notice", randomUUID());
    await writeMailFile(name, Buffer.from(`From: a@encaje.example\r\nTo: b@encaje.example\r\n\r\n${text}\r\n`));
    return name;
  };
  const [mentioning, kept] = [await writeFile(quoting, `Ask ${email}.`), await writeFile(other, "Ask somebody.")];
  const counts = await repeatErasuresFromFiles(url, [list], {});
  expect(counts).toMatchObject({ evaluations: 1, mentions: 1 });
  expect([await findMailContent(mentioning), (await findMailContent(kept)) !== null]).toEqual([null, true]);
  const [entry] = await query(url, "SELECT actor, action, details FROM audit_entries ORDER BY id DESC LIMIT 1");
  expect(entry).toEqual({ actor: "console", action: "erasures_repeated", details: counts });
});

test("refuses to restore a file that contains only erasures", async () => {
  const file = await backUp(url, "erasures");
  await expect(restore({ file })).rejects.toThrow("contains only erasures");
});

async function expectEndedAccess(to: string): Promise<void> {
  for (const table of ["operator_sessions", "operator_verifications", "api_keys"])
    expect(await query(to, `SELECT FROM ${table}`)).toEqual([]);
  expect(await query(to, "SELECT email FROM operator_invitations")).toEqual([{ email: "used@desk.example" }]);
}

test("ends restored access when erasures are repeated while mail is held", async () => {
  const list = await backUp(url, "erasures");
  const to = await createFilledDatabase();
  await query(to, "DELETE FROM mail_holds");
  await repeatErasuresFromFiles(to, [list], {});
  expect(await query(to, "SELECT FROM operator_sessions")).toHaveLength(1);
  await query(to, "INSERT INTO mail_holds (since, actor) VALUES (now(), 'console')");
  await repeatErasuresFromFiles(to, [list], {});
  await expectEndedAccess(to);
});

test("ends sessions, API keys and invitations in a restore", async () => {
  const { to } = await restore({ file: await backUp(await createFilledDatabase()) });
  await expectEndedAccess(to);
  expect(await query(to, "SELECT id FROM operators")).toEqual([{ id: "op" }]);
  const [entry] = await query(to, "SELECT actor, action, details FROM audit_entries ORDER BY id DESC LIMIT 1");
  const details = { takenAt: expect.any(String), evaluations: 0, inquiries: 0, mentions: 0 };
  expect(entry).toEqual({ actor: "console", action: "data_restored", details });
});

test("repeats erasures in a database that was restored without them", async () => {
  const email = newEmail();
  await records.evaluation({ email });
  const file = await backUp(url);
  await erasePerson({ email }, { admin, now: new Date() });
  const { to } = await restore({ file });
  const counts = await repeatErasuresFromFiles(to, [await backUp(url, "erasures")], {});
  expect(counts.evaluations).toBeGreaterThan(0);
  expect(await query(to, "SELECT FROM submissions WHERE email = $1", [email])).toEqual([]);
  expect(await repeatErasuresFromFiles(to, [await backUp(url, "erasures")], {})).toEqual({
    evaluations: 0,
    inquiries: 0,
    mentions: 0,
  });
});
