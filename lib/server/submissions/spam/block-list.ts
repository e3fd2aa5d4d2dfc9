import "server-only";
import { domainToUnicode } from "node:url";
import type { Admin, AdminContext, Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import { foldDomain } from "../../../domain/mail-address.ts";
import {
  type BlockedSender,
  type BlockRef,
  BlockType,
  type ListedBlock,
  listSenderKeys,
  type NewBlock,
  type SenderBlock,
  toBlockKey,
  toMailbox,
  toSenderBlock,
} from "../../../domain/submissions/spam/block-list.ts";
import { recordAudit } from "../../audit.ts";
import { database, inDeskTransaction, type RawTransaction, rawDatabase } from "../../db.ts";
import { hashForPurpose } from "../../derived-keys.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { describeError, log } from "../../log.ts";
import { locks } from "../../maintenance.ts";
import { whereSentBy } from "../core/sent-by.ts";

export async function listBlocks(_context: { admin: Admin }): Promise<ListedBlock[]> {
  const rows = await database(
    (db) => db.blockedSender.findMany({ omit: { hash: true }, orderBy: { id: "desc" } }),
    "desk",
  );
  return rows.map(({ type, ...row }) => ({ ...row, type: BlockType.parse(type) }));
}

/** Stored submissions stay as they are. @throws AppError `conflict` when the sender is already on the list */
export async function addBlock(
  block: NewBlock,
  { admin, now }: AdminContext,
): Promise<{ id: number; matches: number | null }> {
  const id = await inDeskTransaction((tx) => insertBlock(tx, block, { operator: admin, now }));
  if (id === undefined) throw new AppError("conflict", "This sender is already on the block list.");
  // The sender is already blocked, so the operation must not fail if the count does.
  const matches = await countSenderSubmissions(block).catch((error: unknown) => {
    log().warn({ error: describeError(error) }, "the submissions of a blocked sender were not counted");
    return null;
  });
  return { id, matches };
}

/** @throws AppError `not_found` */
export async function removeBlock({ id }: BlockRef, { admin, now }: AdminContext): Promise<void> {
  const isRemoved = await inDeskTransaction((tx) => deleteBlock(tx, id, admin, now));
  if (!isRemoved) throw new AppError("not_found", "There is no such entry: somebody may have removed it.");
}

/** @returns undefined if the sender is already blocked, or if many people share the domain */
export async function blockSender(
  tx: Prisma.TransactionClient,
  email: string,
  type: SenderBlock,
  context: OperatorContext,
): Promise<{ id: number; type: SenderBlock } | undefined> {
  const block = toSenderBlock(type, email);
  const id = block && (await insertBlock(tx, block, context));
  return id === undefined ? undefined : { id, type };
}

/** @returns undefined if the sender is already on the list, in any spelling */
async function insertBlock(
  tx: Prisma.TransactionClient,
  { type, value, reason }: BlockedSender & { reason?: string | undefined },
  { operator, now }: OperatorContext,
): Promise<number | undefined> {
  // Avoids a table lock: operators would wait for a worker that counts hits, and could deadlock with an erasure.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${locks.blockList}::bigint)::text`;
  if ((await listEntriesOfSender(tx, { type, value })).length) return undefined;
  const [added] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO blocked_senders (type, value, reason, created_at, actor)
    VALUES (${type}, ${value}, ${reason ?? null}, ${now}::timestamptz, ${operator.name}) RETURNING id`;
  if (!added) return undefined;
  await recordAudit(tx, { at: now, actor: operator, action: "sender_blocked", details: { type, entry: added.id } });
  return added.id;
}

async function listEntriesOfSender(tx: RawTransaction, { type, value }: BlockedSender): Promise<Entry[]> {
  const keys = listEntryKeys({ type, value });
  // Reads only addresses that begin like this one, because the block list may be long.
  const start = type === "address" ? (toMailbox(value).split("@")[0] ?? "") : "";
  const entries = await tx.$queryRaw<Entry[]>`
    SELECT id, type, value, hash FROM blocked_senders
    WHERE type = ${type} AND (value IS NULL OR starts_with(value, ${start})) ORDER BY id`;
  return entries.filter((entry) => keys.includes(toEntryKey(entry)));
}

/** @returns whether the entry existed */
export async function deleteBlock(
  tx: Prisma.TransactionClient,
  id: number,
  operator: Operator,
  now: Date,
): Promise<boolean> {
  const [removed] = await tx.$queryRaw<{ type: string }[]>`DELETE FROM blocked_senders WHERE id = ${id} RETURNING type`;
  if (!removed) return false;
  const details = { type: removed.type, entry: id };
  await recordAudit(tx, { at: now, actor: operator, action: "sender_unblocked", details });
  return true;
}

/** The key keeps anybody from guessing an erased address. The hash changes with AUTH_SECRET. */
export const hashBlocked = (address: string) => hashForPurpose("blocked addresses", toMailbox(address));

export async function listBlockedAddresses(tx: RawTransaction): Promise<string[]> {
  const rows = await tx.$queryRaw<{ value: string }[]>`
    SELECT value FROM blocked_senders WHERE type = 'address' AND value IS NOT NULL ORDER BY id`;
  return rows.map(({ value }) => value);
}

/** Finds an address on the block list in any spelling. Returns null after the person's erasure. */
export async function findReadableBlock(tx: Prisma.TransactionClient, email: string) {
  const entry = (await listEntriesOfSender(tx, { type: "address", value: email })).find(({ value }) => value !== null);
  const select = { createdAt: true, reason: true, hits: true, lastHitAt: true } as const;
  return entry ? tx.blockedSender.findUnique({ select, where: { id: entry.id } }) : null;
}

/** Replaces an address with its hash, which still blocks it, during an erasure. @returns number of entries */
export async function eraseBlockedAddress(tx: RawTransaction, email: string): Promise<number> {
  const entries = await listEntriesOfSender(tx, { type: "address", value: email });
  const readable = entries.filter(({ value }) => value !== null).map(({ id }) => id);
  // An older version of the code may have stored two spellings of the mailbox.
  const kept = readable.length === entries.length ? readable[0] : undefined;
  await tx.$executeRaw`DELETE FROM blocked_senders WHERE id = ANY (${readable.filter((id) => id !== kept)}::int[])`;
  if (kept !== undefined) {
    await tx.$executeRaw`
      UPDATE blocked_senders SET value = NULL, reason = NULL, hash = ${hashBlocked(email)} WHERE id = ${kept}`;
  }
  return readable.length;
}

/** Replaces the blocked addresses of purged submissions with hashes, unless the sender has other submissions. */
export async function erasePurgedAddresses(tx: RawTransaction, deleted: { email: string }[]): Promise<void> {
  const mailboxes = new Set(deleted.map(({ email }) => toMailbox(email)));
  const blocked = await listBlockedAddresses(tx);
  for (const address of blocked.filter((each) => mailboxes.has(toMailbox(each)))) {
    const left = await tx.$executeRaw`SELECT FROM submissions WHERE ${isFromMailbox(address)} LIMIT 1`;
    if (!left) await eraseBlockedAddress(tx, address);
  }
}

type Sender = { email: string; agentName: string | null };
type BlockMatch = { id: number; type: BlockType };
type Entry = BlockMatch & { value: string | null; hash: string | null };

const toHashKey = (hash: string | null) => `erased ${hash}`;
const toEntryKey = ({ type, value, hash }: Entry) => (value === null ? toHashKey(hash) : toBlockKey({ type, value }));
const listEntryKeys = (block: BlockedSender) => [
  toBlockKey(block),
  ...(block.type === "address" ? [toHashKey(hashBlocked(block.value))] : []),
];

/** Counts the hits, too. Reads the whole list, because an index does not match all spellings. */
export async function findBlocks<Row extends Sender>(tx: RawTransaction, rows: Row[]): Promise<Map<Row, BlockMatch[]>> {
  const entries = await tx.$queryRaw<Entry[]>`SELECT id, type, value, hash FROM blocked_senders`;
  const byKey = Map.groupBy(entries, toEntryKey);
  const found = new Map<Row, BlockMatch[]>();
  for (const row of entries.length ? rows : []) {
    const keys = [...listSenderKeys(row), toHashKey(hashBlocked(row.email))];
    const matching = keys.flatMap((key) => byKey.get(key) ?? []);
    if (matching.length) found.set(row, matching);
  }
  await recordHits(tx, [...found.values()].flat());
  return found;
}

/** Counts hits. Locks the block-list entries in a fixed order, so that two workers cannot deadlock. */
async function recordHits(tx: RawTransaction, hits: BlockMatch[]): Promise<void> {
  if (!hits.length) return;
  const ids = hits.map(({ id }) => id);
  await tx.$executeRaw`
    WITH hits AS (SELECT id, count(*)::int AS count FROM unnest(${ids}::int[]) AS hit (id) GROUP BY id),
      locked AS MATERIALIZED (SELECT id FROM blocked_senders WHERE id = ANY (${ids}::int[]) ORDER BY id FOR UPDATE)
    UPDATE blocked_senders AS entry SET hits = entry.hits + hits.count, last_hit_at = now()
    FROM hits JOIN locked USING (id) WHERE entry.id = hits.id`;
}

/** Includes spam, not repeats. For mail senders, reads every row for up to two seconds: no index has all spellings. */
function countSenderSubmissions({ type, value }: BlockedSender): Promise<number> {
  return type === "agent" ? countAgentSubmissions(value) : countMailSenderSubmissions(type, value);
}

async function countMailSenderSubmissions(type: "address" | "domain", value: string): Promise<number> {
  const isSender = type === "domain" ? isFromDomain(value) : isFromMailbox(value);
  const [row] = await rawDatabase("desk").$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM submissions WHERE repeat_of IS NULL AND ${isSender}`;
  return row?.count ?? 0;
}

const mailDomain = Prisma.sql`rtrim(split_part(lower(email), '@', 2), '.')`;

function listDomainSpellings(domain: string): string[] {
  const ascii = foldDomain(domain);
  const readable = domainToUnicode(ascii);
  return [...new Set([ascii, readable.normalize("NFC"), readable.normalize("NFD")])].filter(Boolean);
}

function isFromDomain(domain: string): Prisma.Sql {
  const isForm = listDomainSpellings(domain).map(
    (form) => Prisma.sql`(${mailDomain} = ${form} OR right(${mailDomain}, ${form.length + 1}::int) = ${`.${form}`})`,
  );
  return Prisma.sql`(${Prisma.join(isForm, " OR ")})`;
}

function isFromMailbox(address: string): Prisma.Sql {
  const [local = "", domain = ""] = toMailbox(address).split("@");
  const isTagged = Prisma.sql`split_part(split_part(lower(email), '@', 1), '+', 1) = ${local}`;
  return Prisma.sql`(${whereSentBy(address)} OR ${isTagged} AND ${mailDomain} = ANY (${listDomainSpellings(domain)}::text[]))`;
}

/** Counts an assistant's submissions by name: there are far fewer names than rows, and an index covers them. */
async function countAgentSubmissions(value: string): Promise<number> {
  const key = toBlockKey({ type: "agent", value });
  const names = await rawDatabase("desk").$queryRaw<{ name: string; count: number }[]>`
    SELECT lower(agent_name) AS name, count(*)::int AS count FROM submissions
    WHERE agent_name IS NOT NULL AND repeat_of IS NULL GROUP BY lower(agent_name)`;
  return names
    .filter(({ name }) => toBlockKey({ type: "agent", value: name }) === key)
    .reduce((sum, { count }) => sum + count, 0);
}
