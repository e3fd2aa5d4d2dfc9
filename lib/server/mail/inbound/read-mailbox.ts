import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ImapFlow } from "imapflow";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import { isCausedByRow, rawDatabase } from "../../db.ts";
import { env } from "../../env.ts";
import { describeError, log } from "../../log.ts";
import { isLoopback } from "../transport.ts";
import { messageBytesMax, parseMillisecondsMax } from "./parse-message.ts";
import { type InboundOutcome, receiveHead, receiveMail } from "./receive-mail.ts";

/** Seconds for which one process may read the mailbox alone. Renewed with each mail, and longer than one mail takes. */
const leaseSeconds = 120;
const timeoutMilliseconds = 30_000;
/** Number of days to read back in a mailbox that is new or was recreated. */
const firstDays = 7;
const atOnceMax = 200;
/** How often reading a mail may crash the process, run out of time or be rejected by Postgres before it is skipped. */
const attemptsMax = 3;

const readerId = randomUUID();

type Place = { uidValidity: bigint | null; lastUid: bigint };
/** Starts no mail after `signal` aborts, nor one whose parsing might outlast `deadline` (as in performance.now()). */
export type TimeLimits = { signal: AbortSignal; deadline?: number };

type ReadResult = { stored: number; refused: number; readAgain: "never" | "at_once" | "later" };

/**
 * Stores up to 200 new mails and marks each as seen. Only one process at a time reads a mailbox; a second returns.
 * - A mail that is refused, or skipped after three attempts, stays unseen and is flagged.
 * - A mail is retried once after the others if there was time to read only its header.
 * - If a mail was not started, or not even its header was read, the next call begins with it.
 * @returns null if IMAP_URL is not set, or while another process reads the mailbox
 * @throws Error of the mail server; AppError `unavailable`, after which the next call resumes with the same mail
 */
export async function readMailbox(limits: TimeLimits): Promise<ReadResult | null> {
  const mailbox = findMailbox();
  if (!mailbox) return null;
  const { url, folder } = mailbox;
  const key = createHash("sha256").update(`${url.username}@${url.host}/${folder}`).digest("hex");
  const place = await takeLease(key);
  if (!place) return null;
  try {
    return await readFolder({ ...mailbox, key, place, limits });
  } finally {
    await releaseLease(key).catch(() => undefined);
  }
}

type Mailbox = { url: URL; folder: string };
type Reading = Mailbox & { key: string; place: Place; limits: TimeLimits };

async function readFolder({ key, place, limits, ...mailbox }: Reading): Promise<ReadResult> {
  const { client, uidValidity, uidNext } = await openMailbox(mailbox);
  try {
    const isKnown = place.uidValidity === uidValidity;
    const uids = await listNewUids(client, isKnown ? place.lastUid : 0n, isKnown);
    const read: ReadResult = { stored: 0, refused: 0, readAgain: uids.length === atOnceMax ? "at_once" : "never" };
    const slow = new Set<number>();
    let lastUid = 0;
    for (const uid of uids) {
      const isAgain = slow.has(uid);
      const result = limits.signal.aborted ? "later" : await tryToReceiveMail(client, uid, { key, limits, isAgain });
      if (result === "later") return { ...read, readAgain: "later" };
      if (result === "slow") {
        slow.add(uid);
        // The loop retries this mail after all others.
        uids.push(uid);
      } else read[result]++;
      lastUid = Math.max(lastUid, uid);
      if (!(await storePosition(key, { uidValidity, lastUid: BigInt(lastUid) }))) break;
    }
    // If no mail is recent when a mailbox is first read, skips all, so that the next call starts after the newest.
    if (!uids.length && !isKnown) await storePosition(key, { uidValidity, lastUid: BigInt(uidNext) - 1n });
    return read;
  } finally {
    client.close();
  }
}

/** The mailbox in IMAP_URL, if it is set. */
export function findMailbox(): Mailbox | undefined {
  const { IMAP_URL } = env();
  if (IMAP_URL === undefined) return undefined;
  const url = new URL(IMAP_URL);
  return { url, folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX" };
}

/** The caller must close the client. @throws the mail server's error */
export async function openMailbox({ url, folder }: Mailbox) {
  const client = await createClient(url);
  // Without a listener, an error event would end the process. The pending call fails with the same error anyway.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen(folder);
    return { client, uidValidity, uidNext };
  } catch (error) {
    client.close();
    throw error;
  }
}

async function createClient(url: URL): Promise<ImapFlow> {
  // Loaded on demand to save memory, because few sites read a mailbox.
  const { ImapFlow } = await import("imapflow");
  const isSecure = url.protocol === "imaps:";
  const isLocal = isLoopback(url.href);
  return new ImapFlow({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    // Requires TLS except on this machine, so that the password is never sent unencrypted over a network.
    ...(isSecure ? {} : { doSTARTTLS: !isLocal }),
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
}

async function listNewUids(client: ImapFlow, lastUid: bigint, isKnown: boolean): Promise<number[]> {
  const since = new Date(Date.now() - firstDays * dayMilliseconds);
  const query = isKnown ? { uid: `${lastUid + 1n}:*` } : { since };
  const found = await client.search(query, { uid: true });
  if (!found) throw new Error("the mail server did not search the mailbox");
  // An IMAP search for "5:*" always returns the last mail, even if its UID is lower.
  return found
    .filter((uid) => !isKnown || BigInt(uid) > lastUid)
    .toSorted((one, other) => one - other)
    .slice(0, atOnceMax);
}

/** `slow`: only the mail's header was stored. `later`: nothing was stored. */
type Result = "stored" | "refused" | "slow" | "later";

type Trying = Pick<Reading, "key" | "limits"> & { isAgain: boolean };

async function tryToReceiveMail(client: ImapFlow, uid: number, { key, limits, isAgain }: Trying): Promise<Result> {
  const found = await client.fetchOne(String(uid), { size: true, internalDate: true }, { uid: true });
  if (!found) return "stored";
  const { size = 0, internalDate } = found;
  const hasTime = () => performance.now() + parseMillisecondsMax <= (limits.deadline ?? Number.POSITIVE_INFINITY);
  if (!hasTime()) return "later";
  const attempt = await countAttempt(key, uid);
  if (attempt > attemptsMax) {
    log().error({ uid }, "a mail in the mailbox was not read in three attempts: it is flagged there and skipped");
    await flagMail(client, uid);
    return "refused";
  }
  try {
    const isWhole = size <= messageBytesMax;
    const mail = await client.fetchOne(String(uid), isWhole ? { source: true } : { headers: true }, { uid: true });
    // Running out of time counts as an attempt: a mail that never downloads in time would block all later ones.
    if (!hasTime()) return "later";
    const bytes = mail ? (mail.source ?? mail.headers) : undefined;
    const arrivedAt = toDate(internalDate);
    const received = bytes ? await receiveBytes(bytes, { uid, isWhole, arrivedAt }) : "refused";
    return await markMail(client, { uid, attempt, isAgain, received });
  } catch (error) {
    // The attempt was counted before it began, so that a crash or a timeout counts. An outage does not count.
    if (!isCausedByRow(error)) await forgetAttempts(key).catch(() => undefined);
    throw error;
  }
}

type MarkedMail = { uid: number; attempt: number; isAgain: boolean; received: InboundOutcome | "refused" };

async function markMail(client: ImapFlow, { uid, attempt, isAgain, received }: MarkedMail): Promise<Result> {
  const isUnread = received === "too_slow" || received === "head_too_slow" || received === "unreadable";
  if (isUnread) log().warn({ uid, attempt, result: received }, "a mail in the mailbox could not be read");
  if (received === "head_too_slow" && attempt < attemptsMax) return "later";
  if (isUnread || received === "refused") {
    // The flag marks mails that were not stored whole.
    await flagMail(client, uid);
  } else {
    await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    if (isAgain) await client.messageFlagsRemove(String(uid), ["\\Flagged"], { uid: true });
  }
  if (received === "too_slow") return "slow";
  return received === "refused" || received === "head_too_slow" ? "refused" : "stored";
}

const flagMail = (client: ImapFlow, uid: number) => client.messageFlagsAdd(String(uid), ["\\Flagged"], { uid: true });

function toDate(given: Date | string = ""): Date {
  const date = new Date(given);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}

type FetchedMail = { uid: number; isWhole: boolean; arrivedAt: Date };

async function receiveBytes(
  bytes: Uint8Array,
  { uid, isWhole, arrivedAt }: FetchedMail,
): Promise<InboundOutcome | "refused"> {
  try {
    return await (isWhole ? receiveMail : receiveHead)(bytes, { now: new Date(), arrivedAt });
  } catch (error) {
    if (!(error instanceof AppError && error.kind === "invalid_input")) throw error;
    log().warn({ uid, error: describeError(error) }, "a mail in the mailbox was refused: it is flagged there");
    return "refused";
  }
}

async function takeLease(key: string): Promise<Place | null> {
  const [place] = await rawDatabase("mail").$queryRaw<Place[]>`
    INSERT INTO read_mailboxes (key, reader, read_until) VALUES (${key}, ${readerId}, now() + ${leaseSeconds} * interval '1 second')
    ON CONFLICT (key) DO UPDATE SET reader = excluded.reader, read_until = excluded.read_until
      WHERE read_mailboxes.reader IS NULL OR read_mailboxes.read_until < now()
    RETURNING uid_validity AS "uidValidity", last_uid AS "lastUid"`;
  return place ?? null;
}

/** @returns number of attempts to read this mail, including this one */
async function countAttempt(key: string, uid: number): Promise<number> {
  const [row] = await rawDatabase("mail").$queryRaw<{ attempts: number }[]>`
    UPDATE read_mailboxes SET attempts = CASE WHEN tried_uid = ${uid} THEN coalesce(attempts, 0) ELSE 0 END + 1, tried_uid = ${uid}
    WHERE key = ${key} RETURNING attempts`;
  return row?.attempts ?? 0;
}

async function forgetAttempts(key: string): Promise<void> {
  await rawDatabase("mail").$executeRaw`UPDATE read_mailboxes SET attempts = NULL WHERE key = ${key}`;
}

/** @returns false when another process has taken over the mailbox */
async function storePosition(
  key: string,
  { uidValidity, lastUid }: { uidValidity: bigint; lastUid: bigint },
): Promise<boolean> {
  const changed = await rawDatabase("mail").$executeRaw`
    UPDATE read_mailboxes SET uid_validity = ${uidValidity}, last_uid = ${lastUid}, attempts = NULL,
      read_until = now() + ${leaseSeconds} * interval '1 second'
    WHERE key = ${key} AND reader = ${readerId}`;
  return changed === 1;
}

async function releaseLease(key: string): Promise<void> {
  await rawDatabase("mail")
    .$executeRaw`UPDATE read_mailboxes SET reader = NULL WHERE key = ${key} AND reader = ${readerId}`;
}

const intervalSeconds = 30;
const intervalSecondsMax = 600;

/** Pauses half a minute, after failures up to ten. @returns a function that stops it and waits for the current mail */
export function startMailboxReader(): () => Promise<void> {
  if (env().IMAP_URL === undefined) return async () => undefined;
  const ending = new AbortController();
  const running = readMailboxUntilAborted(ending.signal);
  return async () => {
    ending.abort();
    await running;
  };
}

async function readMailboxUntilAborted(signal: AbortSignal): Promise<void> {
  let seconds = intervalSeconds;
  while (!signal.aborted) {
    const isRead = (await readAllNewMails({ signal })) !== "failed";
    seconds = isRead ? intervalSeconds : Math.min(seconds * 2, intervalSecondsMax);
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns `later` when mails are left for the next call */
export async function readAllNewMails(limits: TimeLimits): Promise<"read" | "later" | "failed"> {
  try {
    while (!limits.signal.aborted) {
      const read = await readMailbox(limits);
      if (read && read.stored + read.refused > 0) log().info(read, "mails were read");
      if (read?.readAgain !== "at_once") return read?.readAgain === "later" ? "later" : "read";
    }
    return "later";
  } catch (error) {
    log().warn({ error: describeError(error) }, "the mailbox could not be read");
    return "failed";
  }
}
