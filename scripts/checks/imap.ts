// `npm run check:imap`: mails in a mailbox of Debian's Dovecot on loopback are stored once, whatever happens to the server.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { dayMilliseconds } from "../../lib/domain/durations.ts";
import { disconnect } from "../../lib/server/db.ts";
import type { Ending } from "../../lib/server/mail/inbound/read-mailbox.ts";
import { oncePerProcess } from "../../lib/server/once-per-process.ts";
import { ThreadPool, threadBounds } from "../../lib/server/thread.ts";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrate.ts";
import { freePort } from "../processes.ts";
import { atEnd, makeFolder, runCheck } from "../run-check.ts";

async function check(): Promise<boolean> {
  const folder = await makeFolder("imap");
  fs.chmodSync(folder, 0o755);
  Object.assign(process.env, { DATABASE_URL: "", DATA_DIR: path.join(folder, "data"), LOG_LEVEL: "silent" });
  const database = await openDatabase(() => undefined);
  await atEnd(database.close);
  await migrate(database.url);
  await atEnd(disconnect);
  const dovecot = new Dovecot(folder, await freePort());
  process.env.IMAP_URL = `imap://ana:secret@127.0.0.1:${dovecot.port}/INBOX`;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await atEnd(() => client.end());
  const subjects = async () =>
    (await client.query("SELECT subject FROM inbound_mails ORDER BY id")).rows.map(({ subject }) => subject);

  const threads = new Threads();
  // Loaded once its threads are set.
  const { readMailbox } = await import("../../lib/server/mail/inbound/read-mailbox.ts");
  const read = async (ending: Partial<Ending> = {}) => {
    const found = await readMailbox({ signal: new AbortController().signal, ...ending });
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
  expect("a mail that is not read in time is left, and what follows waits", await read(), { stored: 0, refused: 0 });
  expect("and it is not flagged", dovecot.count("FLAGGED"), 3);
  expect("it is read in the next round", await read(), { stored: 2, refused: 0 });
  await threads.stick(6);
  dovecot.deliver("15", "16");
  expect("neither is one of which not even the head is read", await read(), { stored: 0, refused: 0 });
  expect("nor in the second round", await read(), { stored: 0, refused: 0 });
  expect("in the third one it is passed over", await read(), { stored: 1, refused: 1 });
  expect("and flagged", dovecot.count("FLAGGED"), 4);
  dovecot.deliver("17");
  dovecot.deliverRaw("18", `From: ana@x.example\nSubject: 18\n\n${`${"x".repeat(99)}\n`.repeat(240_000)}`);
  const deadline = performance.now() + 30_000;
  expect("of two mails, one that may end too late is not begun", await read({ deadline }), { stored: 1, refused: 0 });
  expect("and the next call begins with it", await read(), { stored: 1, refused: 0 });
  dovecot.renewUids();
  expect("a mailbox that was made anew is read anew", (await read())?.refused, 1);
  expect("what could not be read stays flagged and unseen", dovecot.count("FLAGGED", "UNSEEN"), 2);
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
    "13",
    "14",
    "16",
    "17",
    "18",
    "8",
    "15",
  ]);
  return results.every(([, isRight]) => isRight);
}

/** The threads that read mails, as on a machine that stands still now and then. */
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
      ? new Worker("setInterval(() => {}, 1_000)", { eval: true })
      : new Worker(file, threadBounds);
    this.#started.add(thread);
    thread.once("exit", () => this.#started.delete(thread));
    return thread;
  }

  /** The next `count` tasks are not done. */
  async stick(count: number): Promise<void> {
    this.#stuckCount = count;
    // The pool would use an idle one again.
    await Promise.all([...this.#started].map((thread) => thread.terminate()));
  }
}

class Dovecot {
  readonly port: number;
  readonly #config: string;
  readonly #mails: string;

  constructor(folder: string, port: number) {
    this.port = port;
    this.#config = path.join(folder, "dovecot.conf");
    this.#mails = path.join(folder, "mails");
    for (const name of ["cur", "new", "tmp"]) fs.mkdirSync(path.join(this.#mails, name), { recursive: true });
    run("chown", ["-R", "mail:mail", this.#mails]);
    fs.writeFileSync(
      this.#config,
      `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${this.#mails}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${this.#mails}
}
`,
    );
    void atEnd(() => this.stop());
  }

  start(): void {
    // A daemon keeps the pipes of its parent.
    execFileSync("dovecot", ["-c", this.#config], { stdio: "ignore" });
  }

  stop(): void {
    try {
      run("doveadm", ["-c", this.#config, "stop"]);
    } catch {
      // It was stopped before.
    }
  }

  deliver(...subjects: string[]): void {
    for (const subject of subjects) {
      this.deliverRaw(
        subject,
        `Message-ID: <${subject}@mail.example>\nFrom: ana@x.example\nSubject: ${subject}\n\nHello.\n`,
      );
    }
  }

  deliverRaw(name: string, text: string): void {
    const file = path.join(this.#mails, "new", `${1_700_000_000 + Number(name)}.M${name}.mail`);
    fs.writeFileSync(file, text);
    run("chown", ["mail:mail", file]);
  }

  /** As if they had come ten days ago. */
  ageAll(): void {
    for (const name of fs.readdirSync(path.join(this.#mails, "new"))) {
      const tenDaysAgo = new Date(Date.now() - 10 * dayMilliseconds);
      fs.utimesSync(path.join(this.#mails, "new", name), tenDaysAgo, tenDaysAgo);
    }
  }

  markAllSeen(): void {
    run("doveadm", ["-c", this.#config, "flags", "add", "-u", "ana", "\\Seen", "mailbox", "INBOX", "all"]);
  }

  count(...flags: ("SEEN" | "UNSEEN" | "FLAGGED")[]): number {
    const found = run("doveadm", ["-c", this.#config, "search", "-u", "ana", "mailbox", "INBOX", ...flags]);
    return found.split("\n").filter(Boolean).length;
  }

  /** Without its list of numbers, the server makes a new one. */
  renewUids(): void {
    this.stop();
    for (const name of fs.readdirSync(this.#mails)) {
      if (name.startsWith("dovecot")) fs.rmSync(path.join(this.#mails, name), { recursive: true });
    }
    this.start();
  }
}

function run(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (cause) {
    const hint = "This check needs root and Debian's package dovecot-imapd: apt-get install dovecot-imapd";
    throw new Error(hint, { cause });
  }
}

await runCheck(check, { minutes: 5 });
