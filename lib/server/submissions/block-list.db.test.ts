import { beforeAll, expect, test } from "vitest";
import type { NewBlock } from "../../domain/desk/block-list.ts";
import type { Admin } from "../../domain/desk/operator.ts";
import { MailJobs } from "../mail/mail-jobs.fixture.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { erasePerson } from "../people/erase-person.ts";
import { exportPerson } from "../people/export-person.ts";
import { addBlock, listBlocks, removeBlock } from "./block-list.ts";
import { DeskRecords, newWord, now } from "./desk.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const jobs = new MailJobs(records.client);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

const newEmail = () => `${newWord()}@example.com`;
const add = (block: NewBlock) => addBlock(block, { admin, now });
const find = async (id: number) => (await listBlocks({}, { admin })).blocks.find((block) => block.id === id);
const judge = async (change: Record<string, unknown>) => {
  const ref = await records.inquiry({ ...change, created_at: new Date(), is_processed: false });
  await jobs.queueFollowing();
  return records.readRow(ref);
};
const listAudit = async (by: Admin) =>
  (await records.client.query("SELECT action, details FROM audit_entries WHERE operator_id = $1 ORDER BY id", [by.id]))
    .rows;

test("an entry tells who added it and why, is there once, and is audited without its value", async () => {
  const own = await records.admin();
  const value = newEmail();
  const { id } = await addBlock({ type: "address", value, reason: "Offers links" }, { admin: own, now });
  expect(await find(id)).toEqual({
    ...{
      id,
      type: "address",
      value,
      reason: "Offers links",
      createdAt: now,
      actor: own.name,
      hits: 0,
      lastHitAt: null,
    },
  });
  await expect(add({ type: "address", value })).rejects.toMatchObject({ kind: "conflict" });
  await removeBlock({ id }, { admin: own, now });
  expect(await find(id)).toBeUndefined();
  await expect(removeBlock({ id }, { admin: own, now })).rejects.toMatchObject({ kind: "not_found" });
  expect(await listAudit(own)).toEqual([
    { action: "sender_blocked", details: { type: "address", entry: id } },
    { action: "sender_unblocked", details: { type: "address", entry: id } },
  ]);
});

test("of two who block a sender at once one does", async () => {
  const value = newEmail();
  const both = await Promise.allSettled([add({ type: "address", value }), add({ type: "address", value })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("adding tells how many stored submissions are the sender's, spam included, and changes none", async () => {
  const domain = `${newWord()}.example`;
  const agent_name = `Agent ${newWord()}`;
  const byAgent = { channel: "ai_agent", agent_name, user_consent: true };
  const ref = await records.evaluation({ email: `Ana@${domain}`, ...byAgent });
  await records.inquiry({ email: `ana@${domain}`, status: "spam" });
  await records.inquiry({ email: `berta@${domain}` });
  await records.inquiry({ text: `Write to ana@${domain}.` });
  const before = await records.readRow(ref);
  const count = async (block: NewBlock) => (await add(block)).matches;
  expect(await count({ type: "address", value: `ana@${domain}` })).toEqual({ count: 2, isCapped: false });
  expect(await count({ type: "domain", value: domain })).toEqual({ count: 3, isCapped: false });
  expect(await count({ type: "agent", value: agent_name.toLowerCase() })).toEqual({ count: 1, isCapped: false });
  expect(await records.readRow(ref)).toEqual(before);
});

test("of an erased person's address a hash stays, which still blocks, and neither the address nor the reason", async () => {
  const email = newEmail();
  const ref = await records.inquiry({ email: email.toUpperCase() });
  const { id } = await add({ type: "address", value: email, reason: "Ana asked for it" });
  const document = await exportPerson({ submission: ref }, { admin, now });
  expect(document.block).toEqual({ createdAt: now, reason: "Ana asked for it", hits: 0, lastHitAt: null });
  expect(await erasePerson({ email }, { admin, now })).toMatchObject({ inquiries: 1, mentions: 1 });
  expect(await find(id)).toMatchObject({ value: null, reason: null });
  expect(await judge({ email: email.toUpperCase() })).toMatchObject({ spam_reasons: ["blocked_address"] });
  expect(await judge({ email: newEmail() })).toMatchObject({ status: "new" });
  await expect(add({ type: "address", value: email })).rejects.toMatchObject({ kind: "conflict" });
  await removeBlock({ id }, { admin, now });
  expect(await judge({ email })).toMatchObject({ status: "new" });
});

test("an address that is nowhere but on the list can be erased", async () => {
  const email = newEmail();
  const { id } = await add({ type: "address", value: email });
  expect(await erasePerson({ email }, { admin, now })).toEqual({ evaluations: 0, inquiries: 0, mentions: 1 });
  expect(await find(id)).toMatchObject({ value: null });
});
