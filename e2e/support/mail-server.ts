import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import { getOrCreate } from "../../lib/i18n/get-or-create.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { type Running, startScript } from "../../tools/processes.ts";

/** One delivery of a mail. A mail that is sent twice has two deliveries. */
export type Delivery = { from: string; to: string[]; raw: string; messageId: string };
export type ReceivedMail = Delivery & { mail: Email };

/** A real mail server in a separate process. */
export class MailServer {
  readonly #file: string;
  readonly #port: number;
  readonly #deliveries: Delivery[] = [];
  readonly #parsed = new Map<string, Promise<Email>>();
  #readBytes = 0;
  #process: Running | undefined;

  private constructor(folder: string, port: number) {
    this.#file = path.join(folder, "taken.jsonl");
    this.#port = port;
  }

  /** Chooses a free port, but does not listen yet. */
  static async create(folder: string): Promise<MailServer> {
    return new MailServer(folder, await findFreePort());
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /**
   * Starts the server. Can also be called after `kill`: the server keeps all mails that it has received. It takes at
   * most `mailsMax` more.
   */
  async start({ delayMilliseconds = 0, mailsMax = Number.POSITIVE_INFINITY } = {}): Promise<void> {
    const args = [String(this.#port), this.#file, String(delayMilliseconds), String(mailsMax)];
    this.#process = await startScript(path.join("e2e", "support", "smtp-process.ts"), "takes mails", {}, args);
  }

  /** Takes the place of the stopped server, and refuses every connection with the SMTP status `code`. */
  async refuse(code: number): Promise<{ count: number; stop: () => Promise<void> }> {
    const refused = { count: 0, stop: async () => void (await promisify(server.close.bind(server))()) };
    const server = createServer((socket) => {
      refused.count++;
      socket.end(`${code} not now\r\n`);
    });
    await once(server.listen(this.#port, "127.0.0.1"), "listening");
    return refused;
  }

  async kill(): Promise<void> {
    await this.#process?.stop("SIGKILL");
  }

  listDeliveries(): Delivery[] {
    if (!fs.existsSync(this.#file)) return [];
    const file = fs.openSync(this.#file, "r");
    const added = Buffer.alloc(fs.fstatSync(file).size - this.#readBytes);
    fs.readSync(file, added, 0, added.length, this.#readBytes);
    fs.closeSync(file);
    const whole = added.subarray(0, added.lastIndexOf("\n") + 1);
    this.#readBytes += whole.length;
    // Skip incomplete lines, because their mails were never acknowledged.
    const lines = whole
      .toString()
      .split("\n")
      .filter((line) => line.endsWith("}"));
    this.#deliveries.push(...lines.map(parseDelivery));
    return [...this.#deliveries];
  }

  /** Lists the received mails, parsed. A mail with several deliveries is listed once. */
  async listMails(deliveries = this.listDeliveries()): Promise<ReceivedMail[]> {
    const each = new Map(deliveries.map((delivery) => [delivery.messageId, delivery]));
    return Promise.all([...each.values()].map(async (one) => ({ ...one, mail: await this.#parse(one) })));
  }

  async listMailsTo(address: string): Promise<ReceivedMail[]> {
    return this.listMails(this.listDeliveries().filter(({ to }) => to.includes(address)));
  }

  /** Parses each mail once, because tests list them again and again until one arrives. */
  #parse({ raw }: Delivery): Promise<Email> {
    return getOrCreate(this.#parsed, raw, () => PostalMime.parse(raw));
  }
}

function parseDelivery(line: string): Delivery {
  const { from, to, raw } = JSON.parse(line) as { from: string; to: string[]; raw: string };
  const content = Buffer.from(raw, "base64").toString();
  return { from, to, raw: content, messageId: /^Message-ID:\s+(<\S+>)\r?$/im.exec(content)?.[1] ?? "" };
}
