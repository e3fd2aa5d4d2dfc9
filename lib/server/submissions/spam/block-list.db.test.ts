import pg from "pg";
import { expect, test } from "vitest";
import type { NewBlock } from "../../../domain/submissions/spam/block-list.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { erasePerson } from "../../people/erasures.ts";
import { exportPerson } from "../../people/export-person.ts";
import { applyRealTimeouts } from "../../timeouts.fixture.ts";
import { DeskRecords, newEmail, newWord, now } from "../core/desk.fixture.ts";
import { addBlock, listBlocks, removeBlock } from "./block-list.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const mails = new QueuedMails(records.client);
const admin = await records.admin();

const add = (block: NewBlock) => addBlock(block, { admin, now });
const find = async (id: number) => (await listBlocks({ admin })).find((block) => block.id === id);
const submitAndRead = async (change: Record<string, unknown>) => {
  const ref = await records.inquiry({ ...change, created_at: new Date(), is_processed: false });
  await mails.queueFollowing();
  return records.readRow(ref);
};

test("stores a blocked sender once, and audits the block without the address", async () => {
  const own = await records.admin();
  const value = newEmail();
  const { id } = await addBlock({ type: "address", value, reason: "Offers links" }, { admin: own, now });
  expect(await find(id)).toEqual({
    id,
    type: "address",
    value,
    reason: "Offers links",
    createdAt: now,
    actor: own.name,
    hits: 0,
    lastHitAt: null,
  });
  await expect(add({ type: "address", value })).rejects.toMatchObject({ kind: "conflict" });
  await removeBlock({ id }, { admin: own, now });
  expect(await find(id)).toBeUndefined();
  await expect(removeBlock({ id }, { admin: own, now })).rejects.toMatchObject({ kind: "not_found" });
  const details = { type: "address", entry: id };
  expect(await records.listAudit(own)).toEqual(
    ["sender_blocked", "sender_unblocked"].map((action) => ({ at: now, actor: own.email, action, details })),
  );
});

test("accepts only one of two simultaneous blocks of a sender", async () => {
  const value = newEmail();
  const tagged = value.replace("@", "+offers@");
  const both = await Promise.allSettled([add({ type: "address", value }), add({ type: "address", value: tagged })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("keeps a hash of a blocked mailbox after its person is erased", async () => {
  const email = newEmail();
  const tagged = email.replace("@", "+offers@");
  await records.client.query(
    "INSERT INTO blocked_senders (type, value, created_at, actor) VALUES ('address', $1, now(), '-'), ('address', $2, now(), '-')",
    [email, tagged],
  );
  expect(await erasePerson({ email }, { admin, now })).toMatchObject({ mentions: 2 });
  const { rows } = await records.client.query("SELECT FROM blocked_senders WHERE value = ANY ($1)", [[email, tagged]]);
  expect(rows).toEqual([]);
  expect(await submitAndRead({ email: email.replace("@", "+other@") })).toMatchObject({
    spam_reasons: ["blocked_address"],
  });
});

test.each([
  ["", ""],
  ["", "+offers"],
  ["+offers", ""],
  ["+one", "+two"],
])(
  "keeps a hash of a blocked address with the tag %j when its mailbox with the tag %j is erased",
  async (blocked, erased) => {
    const word = newWord();
    const email = `ana${erased}@${word}.example`;
    const { id } = await add({ type: "address", value: `ana${blocked}@${word}.example`, reason: "Offers links" });
    await records.inquiry({ email });
    const submission = await records.inquiry({ email: `${email}.`.toUpperCase() });
    const block = { createdAt: now, reason: "Offers links", hits: 0, lastHitAt: null };
    expect((await exportPerson({ submission }, { admin, now })).block).toEqual(block);
    expect(await erasePerson({ email }, { admin, now })).toMatchObject({ mentions: 1 });
    expect(await find(id)).toMatchObject({ value: null, reason: null });
    const again = { email: `ana@${word}.example` };
    expect(await submitAndRead(again)).toMatchObject({ spam_reasons: ["blocked_address"] });
    await expect(add({ type: "address", value: again.email })).rejects.toMatchObject({ kind: "conflict" });
    await removeBlock({ id }, { admin, now });
    expect(await submitAndRead(again)).toMatchObject({ status: "new" });
  },
);

test("blocks a sender even while a worker or an erasure uses the block list", async () => {
  const { id } = await add({ type: "address", value: newEmail() });
  const { client } = records;
  await client.query("BEGIN");
  await client.query("UPDATE blocked_senders SET hits = hits + 1 WHERE id = $1", [id]);
  await client.query("ANALYZE blocked_senders");
  const added = await add({ type: "address", value: newEmail() }).finally(() => client.query("ROLLBACK"));
  expect(await find(added.id)).toMatchObject({ hits: 0 });
});

test("counts the stored submissions of a blocked sender without changing them", async () => {
  const domain = `${newWord()}.example`;
  const agent_name = `Agent ${newWord()}`;
  const byAgent = { channel: "ai_agent", agent_name, user_consent: true };
  const ref = await records.evaluation({ email: `Ana@${domain}`, ...byAgent });
  await records.inquiry({ email: `ana@${domain}`, status: "spam" });
  await records.inquiry({ email: `berta@${domain}` });
  await records.inquiry({ email: `Ana+Offers@${domain}.` });
  await records.inquiry({ email: `carla@Mail.${domain}` });
  await records.inquiry({ email: `ana@not-${domain}` });
  await records.inquiry({ text: `Write to ana@${domain}.` });
  await records.inquiry({ ...byAgent, agent_name: agent_name.toUpperCase().replaceAll(" ", "\u00a0 ") });
  const repeat_of = (await records.inquiry({ email: `dora@${domain}` })).id;
  await records.inquiry({ email: `dora@${domain}`, repeat_of });
  const before = await records.readRow(ref);
  const count = async (block: NewBlock) => (await add(block)).matches;
  expect(await count({ type: "address", value: `ana@${domain}` })).toBe(3);
  expect(await count({ type: "domain", value: domain })).toBe(6);
  expect(await count({ type: "agent", value: agent_name.toLowerCase() })).toBe(2);
  expect(await records.readRow(ref)).toEqual(before);
});

test("blocks a sender even if counting its submissions fails", async () => {
  await applyRealTimeouts();
  const locking = new pg.Client({ connectionString: url });
  await locking.connect();
  try {
    await locking.query("BEGIN");
    await locking.query("LOCK TABLE submissions IN ACCESS EXCLUSIVE MODE");
    const { id, matches } = await add({ type: "address", value: newEmail() });
    expect(matches).toBeNull();
    expect(await find(id)).toMatchObject({ type: "address" });
  } finally {
    await locking.end();
  }
});
