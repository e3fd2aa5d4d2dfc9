// `npm run check -- imap`: reads a mailbox of Debian's Dovecot on loopback. Every mail must be stored once, whatever
// happens to the server.

import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { disconnect } from "../../lib/server/db.ts";
import type { TimeLimits } from "../../lib/server/mail/inbound/read-mailbox.ts";
import { oncePerProcess } from "../../lib/server/process.ts";
import { ThreadPool, threadBounds } from "../../lib/server/thread.ts";
import { openDatabase } from "../../scripts/database.ts";
import { migrate } from "../../scripts/migrate.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { addCleanUp, expectTrue, hasPassed, makeFolder, runCheck } from "../run-check.ts";
import { Dovecot, Link } from "./dovecot.ts";

async function checkImap(): Promise<boolean> {
  const folder = await makeFolder("imap");
  fs.chmodSync(folder, 0o755);
  Object.assign(process.env, { DATABASE_URL: "", DATA_DIR: path.join(folder, "data"), LOG_LEVEL: "silent" });
  const database = await openDatabase(() => undefined);
  await addCleanUp(database.close);
  await migrate(database.url);
  await addCleanUp(disconnect);
  const dovecot = new Dovecot(folder, await findFreePort());
  const link = new Link(dovecot.port);
  process.env.IMAP_URL = `imap://ana:secret@127.0.0.1:${await link.start()}/INBOX`;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await addCleanUp(() => client.end());
  const listSubjects = async () =>
    (await client.query("SELECT subject FROM inbound_mails ORDER BY id")).rows.map(({ subject }) => subject);

  const threads = new Threads();
  // Import these only after Threads has replaced the pool of parser threads.
  const { parseMillisecondsMax } = await import("../../lib/server/mail/inbound/parse-message.ts");
  const { readMailbox } = await import("../../lib/server/mail/inbound/read-mailbox.ts");
  const read = async (limits: Partial<TimeLimits> = {}) => {
    const found = await readMailbox({ signal: new AbortController().signal, ...limits });
    return found && [found.stored, found.refused];
  };

  const expect = (claim: string, found: unknown, expected: unknown) =>
    expectTrue(claim, isDeepStrictEqual(found, expected), JSON.stringify(found));
  const expectRead = async (claim: string, counts: [stored: number, refused: number], limits?: Partial<TimeLimits>) =>
    expect(claim, await read(limits), counts);
  dovecot.start();
  dovecot.deliver("0");
  dovecot.ageMails();
  await expectRead("an old mail is not stored on the first read", [0, 0]);
  await expectRead("the old mail is not stored on the second read", [0, 0]);
  dovecot.deliver("1", "2");
  await expectRead("two mails are stored", [2, 0]);
  await expectRead("stored mails are not stored again", [0, 0]);
  expect("stored mails are marked as seen", dovecot.count("SEEN"), 2);
  dovecot.deliver("3");
  dovecot.markAllSeen();
  await expectRead("a new mail that somebody else has opened is stored", [1, 0]);
  dovecot.deliverRaw("4", "no mail at all\n");
  dovecot.deliver("5");
  await expectRead("an unreadable mail is refused, and the next mail is stored", [1, 1]);
  expect("the refused mail is flagged", dovecot.count("FLAGGED"), 1);
  dovecot.deliver("6");
  const both = await Promise.all([read(), read()]);
  expect("only one of two simultaneous readers reads", both.filter((read) => read === null).length, 1);
  dovecot.stop();
  dovecot.deliver("7");
  expect("reading fails while the server is stopped", await read().catch(() => "failed"), "failed");
  dovecot.start();
  await expectRead("reading continues once the server is back", [1, 0]);
  dovecot.deliver("8", "9");
  await client.query("UPDATE read_mailboxes SET tried_uid = last_uid + 1, attempts = 3");
  await expectRead("a mail that ended three processes is skipped", [1, 1]);
  expect("the skipped mail is flagged", dovecot.count("FLAGGED"), 2);
  dovecot.deliverRaw("10", `From: ana@x.example\nSubject: 10\n\n${"x".repeat(26 * 1024 * 1024)}\n`);
  await expectRead("only the header of a mail of 26 MiB is stored", [1, 0]);
  expect("the mail of 26 MiB is flagged", dovecot.count("FLAGGED"), 3);
  dovecot.deliver("11", "12");
  await expectRead("an aborted read stores no mail", [0, 0], { signal: AbortSignal.abort() });
  await expectRead("the read after an aborted one continues there", [2, 0]);
  await threads.hangThreads(1);
  dovecot.deliver("13", "14");
  await expectRead("a mail that is not parsed in time is stored after the next mail", [2, 0]);
  expect("the late mail is not flagged", dovecot.count("FLAGGED"), 3);
  await threads.hangThreads(6);
  dovecot.deliver("15", "16");
  await expectRead("a mail whose header is not read is left in the mailbox with the next mail", [0, 0]);
  await expectRead("both mails are left in the second round, too", [0, 0]);
  await expectRead("the unread mail is skipped in the third round", [1, 1]);
  expect("the unread mail is flagged", dovecot.count("FLAGGED"), 4);
  dovecot.deliver("21");
  link.delayMilliseconds = 3_000;
  // This deadline leaves less time than the delayed mail takes.
  const soon = performance.now() + parseMillisecondsMax + 1_500;
  await expectRead("a mail that arrives too slowly for the deadline is not stored", [0, 0], { deadline: soon });
  link.delayMilliseconds = 0;
  await expectRead("the slow mail is stored in the next read", [1, 0]);
  dovecot.deliverRaw("19", slowMail);
  dovecot.deliver("20");
  await expectRead("only the header of a mail that is never parsed in time is stored", [2, 0]);
  expect("the mail that is never parsed in time is flagged", dovecot.count("FLAGGED"), 5);
  dovecot.renewUids();
  expect("a mailbox with new UIDs is read again from the start", (await read())?.at(1), 1);
  expect("mails that could not be read stay flagged and unseen", dovecot.count("FLAGGED", "UNSEEN"), 3);
  await client.query("ALTER TABLE inbound_mails ADD CONSTRAINT rejected CHECK (subject <> '17')");
  dovecot.deliver("17", "18");
  for (const attempt of ["first", "second", "third"])
    expect(`the ${attempt} read of a mail that Postgres rejects fails`, await read().catch(() => "failed"), "failed");
  await expectRead("the rejected mail is skipped in the fourth read", [1, 1]);
  const order = "1 2 3 5 6 7 9 10 11 12 14 13 16 21 19 20 8 15 18";
  expect("each mail is stored once, in this order", (await listSubjects()).join(" "), order);
  return hasPassed();
}

const repeat = (text: string) => text.repeat((16 * 1_024) / text.length);
/** A mail whose parsing takes longer than the time limit of ten seconds. */
const slowMail = `Message-ID: <19@mail.example>
From: ana@x.example
Subject: 19
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Hi.
--b
Content-Type: text/html

<a href=${repeat("x")}${repeat("href=")}${repeat("y")}
--b--
`;

/** Replaces the pool of parser threads with one whose threads can hang on request. */
class Threads {
  #stuckCount = 0;
  readonly #started = new Set<Worker>();

  constructor() {
    oncePerProcess("mail threads", () => new ThreadPool(() => this.#start()));
  }

  #start(): Worker {
    const isStuck = this.#stuckCount-- > 0;
    const file = new URL("../../lib/server/mail/inbound/parse-thread.ts", import.meta.url);
    const thread = isStuck
      ? new Worker(`require("node:worker_threads").parentPort.postMessage("ready"); setInterval(() => {}, 1_000)`, {
          eval: true,
        })
      : new Worker(file, threadBounds);
    this.#started.add(thread);
    thread.once("exit", () => this.#started.delete(thread));
    return thread;
  }

  /** Makes the next `count` parser threads hang. */
  async hangThreads(count: number): Promise<void> {
    this.#stuckCount = count;
    // End the idle threads, which the pool would reuse.
    await Promise.all([...this.#started].map((thread) => thread.terminate()));
  }
}

await runCheck(checkImap, { minutes: 5 });
