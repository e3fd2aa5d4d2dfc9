// `npm run check -- imap`: every mail in a mailbox of Debian's Dovecot on loopback must be stored once, whatever
// happens to the server.

import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { disconnect } from "../../lib/server/db.ts";
import { parseMillisecondsMax } from "../../lib/server/mail/inbound/parse-message.ts";
import type { TimeLimits } from "../../lib/server/mail/inbound/read-mailbox.ts";
import { oncePerProcess } from "../../lib/server/once-per-process.ts";
import { ThreadPool, threadBounds } from "../../lib/server/thread.ts";
import { openDatabase } from "../../scripts/database.ts";
import { migrate } from "../../scripts/migrate.ts";
import { freePort } from "../../scripts/processes.ts";
import { atEnd, makeFolder, runCheck } from "../run-check.ts";
import { Dovecot, Link } from "./dovecot.ts";

async function check(): Promise<boolean> {
  const folder = await makeFolder("imap");
  fs.chmodSync(folder, 0o755);
  Object.assign(process.env, { DATABASE_URL: "", DATA_DIR: path.join(folder, "data"), LOG_LEVEL: "silent" });
  const database = await openDatabase(() => undefined);
  await atEnd(database.close);
  await migrate(database.url);
  await atEnd(disconnect);
  const dovecot = new Dovecot(folder, await freePort());
  const link = new Link(dovecot.port);
  process.env.IMAP_URL = `imap://ana:secret@127.0.0.1:${await link.start()}/INBOX`;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await atEnd(() => client.end());
  const subjects = async () =>
    (await client.query("SELECT subject FROM inbound_mails ORDER BY id")).rows.map(({ subject }) => subject);

  const threads = new Threads();
  // Import this only after Threads has replaced the pool.
  const { readMailbox } = await import("../../lib/server/mail/inbound/read-mailbox.ts");
  const read = async (limits: Partial<TimeLimits> = {}) => {
    const found = await readMailbox({ signal: new AbortController().signal, ...limits });
    return found && { stored: found.stored, refused: found.refused };
  };

  const results: [name: string, isRight: boolean][] = [];
  const expect = (name: string, found: unknown, expected: unknown) => {
    const isRight = JSON.stringify(found) === JSON.stringify(expected);
    results.push([name, isRight]);
    console.log(`${isRight ? "passed" : `FAILED: ${JSON.stringify(found)}`}: ${name}`);
  };
  dovecot.start();
  dovecot.deliver("0");
  dovecot.ageAll();
  expect("of a quiet mailbox, nothing is stored", await read(), { stored: 0, refused: 0 });
  expect("nor afterwards", await read(), { stored: 0, refused: 0 });
  dovecot.deliver("1", "2");
  expect("two mails are stored", await read(), { stored: 2, refused: 0 });
  expect("and are no news afterwards", await read(), { stored: 0, refused: 0 });
  expect("both are marked as seen", dovecot.count("SEEN"), 2);
  dovecot.deliver("3");
  dovecot.markAllSeen();
  expect("one that somebody else has opened is stored", await read(), { stored: 1, refused: 0 });
  dovecot.deliverRaw("4", "no mail at all\n");
  dovecot.deliver("5");
  expect("what is no mail is refused, and what follows is stored", await read(), { stored: 1, refused: 1 });
  expect("what was refused is flagged", dovecot.count("FLAGGED"), 1);
  dovecot.deliver("6");
  const both = await Promise.all([read(), read()]);
  expect("of two readers at once, one reads", both.filter((read) => read === null).length, 1);
  dovecot.stop();
  dovecot.deliver("7");
  expect(
    "without the server the call fails",
    await read().then(
      () => "done",
      () => "failed",
    ),
    "failed",
  );
  dovecot.start();
  expect("and the next one goes on", await read(), { stored: 1, refused: 0 });
  dovecot.deliver("8", "9");
  await client.query("UPDATE read_mailboxes SET tried_uid = last_uid + 1, attempts = 3");
  expect("a mail that ended three processes is passed over", await read(), { stored: 1, refused: 1 });
  expect("and flagged", dovecot.count("FLAGGED"), 2);
  dovecot.deliverRaw("10", `From: ana@x.example\nSubject: 10\n\n${"x".repeat(26 * 1024 * 1024)}\n`);
  expect("of one of 26 MiB, the head is held", await read(), { stored: 1, refused: 0 });
  expect("and it is flagged", dovecot.count("FLAGGED"), 3);
  dovecot.deliver("11", "12");
  expect("once it has to end, no further mail is begun", await read({ signal: AbortSignal.abort() }), {
    stored: 0,
    refused: 0,
  });
  expect("and the next call begins there", await read(), { stored: 2, refused: 0 });
  await threads.stick(1);
  dovecot.deliver("13", "14");
  expect("a mail that is not read in time is read after what follows", await read(), { stored: 2, refused: 0 });
  expect("and it is not flagged", dovecot.count("FLAGGED"), 3);
  await threads.stick(6);
  dovecot.deliver("15", "16");
  expect("one of which not even the head is read is left, with what follows", await read(), { stored: 0, refused: 0 });
  expect("nor in the second round", await read(), { stored: 0, refused: 0 });
  expect("in the third one it is passed over", await read(), { stored: 1, refused: 1 });
  expect("and flagged", dovecot.count("FLAGGED"), 4);
  dovecot.deliver("21");
  link.delayMilliseconds = 3_000;
  // This deadline leaves less time than the sign-in takes.
  const soon = performance.now() + parseMillisecondsMax + 1_500;
  expect("one that comes too slowly is not begun", await read({ deadline: soon }), { stored: 0, refused: 0 });
  link.delayMilliseconds = 0;
  expect("and is read in the next call", await read(), { stored: 1, refused: 0 });
  dovecot.deliverRaw("19", slowMail);
  dovecot.deliver("20");
  expect("of one that is never read in time the head is held", await read(), { stored: 2, refused: 0 });
  expect("and it is flagged", dovecot.count("FLAGGED"), 5);
  dovecot.renewUids();
  expect("a mailbox that was made anew is read anew", (await read())?.refused, 1);
  expect("what could not be read stays flagged and unseen", dovecot.count("FLAGGED", "UNSEEN"), 3);
  expect("each mail is stored once, in order", await subjects(), [
    "1",
    "2",
    "3",
    "5",
    "6",
    "7",
    "9",
    "10",
    "11",
    "12",
    "14",
    "13",
    "16",
    "21",
    "19",
    "20",
    "8",
    "15",
  ]);
  return results.every(([, isRight]) => isRight);
}

const repeat = (text: string) => text.repeat((16 * 1_024) / text.length);
/** A mail that takes the parser longer than its ten seconds. */
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

/** Simulates the parser threads of a machine that hangs now and then. */
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

  /** Makes the next `count` tasks hang. */
  async stick(count: number): Promise<void> {
    this.#stuckCount = count;
    // Ends idle threads, which the pool would reuse.
    await Promise.all([...this.#started].map((thread) => thread.terminate()));
  }
}

await runCheck(check, { minutes: 5 });
