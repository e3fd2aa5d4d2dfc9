import { expect, test } from "vitest";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { toRawTransaction } from "../db.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { DeskRecords, newEmail, newWord, now } from "../submissions/core/desk.fixture.ts";
import { answerConsent, createConsentTokens } from "../submissions/intake/consent.ts";
import { addBlock } from "../submissions/spam/block-list.ts";
import { erasePerson, purgeErasures, type RecordedErasure, repeatErasures } from "./erasures.ts";
import { listMentionedAddresses } from "./mentions.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const admin = await records.admin();

const none = { evaluations: 0, inquiries: 0, mentions: 0 };

async function readErasures(): Promise<RecordedErasure[]> {
  return (await records.client.query(`SELECT hash, at, key_id AS "keyId" FROM erasures`)).rows;
}

async function repeatRecordedErasures(erasures?: RecordedErasure[]) {
  return (await repeatErasures(toRawTransaction(records.client), erasures ?? (await readErasures()))).counts;
}

/** Inserts an erased submission again, as the restore of an older backup would. */
async function insertAgain(row: Record<string, unknown>): Promise<void> {
  const { words: _, ...columns } = row;
  const places = Object.keys(columns).map((_, at) => `$${at + 1}`);
  await records.client.query(
    `INSERT INTO submissions (${Object.keys(columns)}) VALUES (${places})`,
    Object.values(columns),
  );
}

const exists = async (ref: SubmissionRef) => (await records.readRow(ref)) !== undefined;

test("erases a person again after a restore, and nobody else", async () => {
  const email = newEmail();
  const other = await records.inquiry();
  await records.evaluation({ email });
  await erasePerson({ email }, { admin, now });
  const [ref, capital] = [await records.evaluation({ email }), await records.inquiry({ email: email.toUpperCase() })];
  const quoting = await records.evaluation({ text: `Ask ${email}.` });
  expect(await repeatRecordedErasures()).toEqual({ evaluations: 1, inquiries: 1, mentions: 1 });
  expect([await exists(ref), await exists(capital), await exists(other)]).toEqual([false, false, true]);
  expect((await records.readRow(quoting)).text).toBe("Ask [erased].");
  expect(await repeatRecordedErasures()).toEqual(none);
});

test.each([
  ["at the end of a sentence", (email: string) => ({ text: `Write to ${email}.` })],
  ["before a sentence without a space", (email: string) => ({ text: `Write to ${email}.Gracias` })],
  ["after a colon", (email: string) => ({ text: `Correo:${email}` })],
  ["in a URL", (email: string) => ({ referrer: `https://x.example/?from=${encodeURIComponent(email)}&a=1` })],
  [
    "in a URL within a URL",
    (email: string) => ({ referrer: `https://x.example/?u=${encodeURIComponent(encodeURIComponent(email))}` }),
  ],
  [
    "beside another address in a URL",
    (email: string) => ({ referrer: `https://x.example/?a=${encodeURIComponent(email)}&b=o%40x.mx` }),
  ],
  ["in JSON", (email: string) => ({ utm: JSON.stringify({ utm_source: `line\n${email}` }) })],
  ["in a name in JSON", (email: string) => ({ utm: JSON.stringify({ [`"é\u0001${email}\\n`]: "line" }) })],
])("erases the mention of an erased person again after a restore: %s", async (_, mention) => {
  const email = newEmail();
  await records.evaluation({ email });
  await erasePerson({ email }, { admin, now });
  const quoting = await records.evaluation(mention(email));
  expect(await repeatRecordedErasures()).toEqual({ ...none, mentions: 1 });
  expect(JSON.stringify(await records.readRow(quoting))).not.toContain(email.split("@")[0]);
});

test("erases a withdrawn submission again after a restore, but none that took its number", async () => {
  const ref = await records.evaluation({ channel: "ai_agent", agent_name: "ChatGPT", user_consent: true });
  const row = await records.readRow(ref);
  const { withdraw } = await createConsentTokens(ref, { now });
  await answerConsent({ token: withdraw }, { now });
  await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [ref.kind, ref.id]);
  await insertAgain({ ...row, created_at: new Date(Number(row.created_at) + 1) });
  expect(await repeatRecordedErasures()).toEqual(none);
  await records.client.query("UPDATE submissions SET created_at = $1 WHERE kind = $2 AND id = $3", [
    row.created_at,
    ref.kind,
    ref.id,
  ]);
  expect(await repeatRecordedErasures()).toEqual({ ...none, evaluations: 1 });
  expect(await exists(ref)).toBe(false);
});

test("erases a restored block of an erased person's mailbox", async () => {
  const email = newEmail();
  const tagged = email.replace("@", "+offers@");
  const ref = await records.inquiry({ email });
  await records.evaluation({ email: tagged });
  await erasePerson({ email: tagged }, { admin, now });
  await addBlock({ type: "address", value: email }, { admin, now });
  expect(await repeatRecordedErasures()).toEqual({ ...none, mentions: 1 });
  const { rows } = await records.client.query("SELECT value FROM blocked_senders WHERE type = 'address'");
  expect([rows, await exists(ref)]).toEqual([[{ value: null }], true]);
  expect(await repeatRecordedErasures()).toEqual(none);
});

test("erases the mention of an erased person in the reason of a restored block", async () => {
  const email = newEmail();
  await records.evaluation({ email });
  await erasePerson({ email }, { admin, now });
  await addBlock({ type: "agent", value: newWord(), reason: `Asked by ${email}` }, { admin, now });
  expect(await repeatRecordedErasures()).toEqual({ ...none, mentions: 1 });
  expect(await repeatRecordedErasures()).toEqual(none);
});

test("records and audits no erasure for an unknown address", async () => {
  const before = [await readErasures(), await records.listAudit(admin)];
  await expect(erasePerson({ email: newEmail() }, { admin, now })).rejects.toMatchObject({ kind: "not_found" });
  expect([await readErasures(), await records.listAudit(admin)]).toEqual(before);
});

test("stores no address in the record of an erasure", async () => {
  const email = newEmail();
  await records.evaluation({ email });
  await erasePerson({ email }, { admin, now });
  const back = await records.evaluation({ email });
  const erasures = await readErasures();
  expect(JSON.stringify(erasures)).not.toContain(email);
  expect(
    await repeatRecordedErasures(erasures.map((each) => (each.keyId ? { ...each, keyId: "0".repeat(16) } : each))),
  ).toEqual(none);
  expect(await exists(back)).toBe(true);
  expect(await repeatRecordedErasures(erasures)).toEqual({ ...none, evaluations: 1 });
});

test("deletes the record of an erasure once no backup can be older", async () => {
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
  const insert = (at: Date) =>
    records.client.query("INSERT INTO erasures (hash, at) VALUES (repeat('0', 64), $1)", [at]);
  await insert(days(731));
  await insert(days(729));
  await purgeErasures({ now });
  const { rows } = await records.client.query("SELECT at FROM erasures WHERE hash = repeat('0', 64)");
  expect(rows).toEqual([{ at: days(729) }]);
});

test("finds fewer than 200 possible addresses in a hostile text", async () => {
  const own = newWord();
  await records.evaluation({ text: `${own}${".a".repeat(900)}@${"b.".repeat(900)}c` });
  const found = (await listMentionedAddresses(toRawTransaction(records.client))).filter((address) =>
    address.endsWith(".b"),
  );
  expect(found.length).toBeGreaterThan(5);
  expect(found.length).toBeLessThan(200);
});
