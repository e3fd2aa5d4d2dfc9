import { execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { dayMilliseconds } from "../../lib/domain/durations.ts";
import { addCleanUp } from "../run-check.ts";

/** A proxy between a mail client and the mail server, which can delay mails. */
export class Link {
  readonly #server: net.Server;
  /** Delay before the proxy passes on a mail's content. */
  delayMilliseconds = 0;

  constructor(port: number) {
    this.#server = net.createServer((reader) => {
      const server = net.connect(port, "127.0.0.1");
      reader.pipe(server);
      server.on("data", (chunk: Buffer) => {
        if (this.delayMilliseconds && chunk.includes("BODY[")) {
          setTimeout(() => reader.write(chunk), this.delayMilliseconds);
        } else reader.write(chunk);
      });
      for (const side of [reader, server]) {
        side.on("error", () => undefined).on("close", () => (side === reader ? server : reader).destroy());
      }
    });
  }

  async start(): Promise<number> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    void addCleanUp(() => this.#server.close());
    return (this.#server.address() as AddressInfo).port;
  }
}

/** Debian's IMAP server Dovecot with one mailbox: user "ana", password "secret". */
export class Dovecot {
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
    void addCleanUp(() => this.stop());
  }

  start(): void {
    // Ignore stdio, because the daemon would keep its parent's pipes open.
    execFileSync("dovecot", ["-c", this.#config], { stdio: "ignore" });
  }

  stop(): void {
    try {
      run("doveadm", ["-c", this.#config, "stop"]);
    } catch {
      // The server has already stopped.
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

  /** Sets the arrival times of all new mails back by ten days. */
  ageMails(): void {
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

  /** Deletes the server's UID list, so that it assigns new UIDs. */
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
