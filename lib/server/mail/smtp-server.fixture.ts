import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = Email & { envelopeTo: string[]; raw: string };

/** A mail server on loopback that keeps what it takes. */
export class TestSmtpServer {
  readonly received: ReceivedMail[] = [];
  /** What it answers to this recipient, instead of taking it: a reply code and words. */
  readonly refusals = new Map<string, [code: number, words: string]>();
  /** Runs before the server says that it has taken a mail. */
  onTaken: ((mail: ReceivedMail) => Promise<void>) | undefined;
  /** Whether the last mail came by a safe connection. */
  isEncrypted = false;
  readonly #server: SMTPServer;
  readonly #port: number;
  readonly #sockets: Set<Socket>;

  private constructor(server: SMTPServer, port: number, sockets: Set<Socket>) {
    this.#sockets = sockets;
    this.#server = server;
    this.#port = port;
  }

  /** With `tls`, under a certificate of its own that has expired. */
  static async start({ tls }: { tls?: "starttls" | "implicit" } = {}): Promise<TestSmtpServer> {
    let instance: TestSmtpServer | undefined;
    const server = new SMTPServer({
      authOptional: true,
      secure: tls === "implicit",
      disabledCommands: tls === "starttls" ? [] : ["STARTTLS"],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => {
        const [code, words] = instance?.refusals.get(address) ?? [];
        callback(code ? Object.assign(new Error(words), { responseCode: code }) : null);
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const raw = Buffer.concat(chunks);
          const envelopeTo = session.envelope.rcptTo.map(({ address }) => address);
          const take = async () => {
            if (instance) instance.isEncrypted = session.secure;
            const mail = { ...(await PostalMime.parse(raw)), envelopeTo, raw: raw.toString() };
            instance?.received.push(mail);
            await instance?.onTaken?.(mail);
          };
          take().then(() => callback(), callback);
        });
      },
    });
    // A client that is killed breaks its connection off.
    server.on("error", () => undefined);
    await new Promise<void>((resolve, reject) => {
      server.server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    const sockets = new Set<Socket>();
    server.server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    instance = new TestSmtpServer(server, (server.server.address() as AddressInfo).port, sockets);
    return instance;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** What was sent to this address, in the order of arrival. */
  to(address: string): ReceivedMail[] {
    return this.received.filter(({ envelopeTo }) => envelopeTo.includes(address));
  }

  /** Ends every connection at once, without an answer to what was sent on it. */
  breakOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
