import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = Email & { envelopeTo: string[]; raw: string };

/** A mail server on loopback that stores the mails it accepts. */
export class TestSmtpServer {
  readonly received: ReceivedMail[] = [];
  /** Responses that refuse a recipient, by address. */
  readonly refusals = new Map<string, [code: number, words: string]>();
  onTaken: ((mail: ReceivedMail) => Promise<void>) | undefined;
  /** The last mail arrived over TLS. */
  isEncrypted = false;
  /** The host name in the last client's greeting. */
  greeting = "";
  readonly #server: SMTPServer;
  readonly #port: number;
  readonly #sockets: Set<Socket>;

  private constructor(server: SMTPServer, port: number, sockets: Set<Socket>) {
    this.#sockets = sockets;
    this.#server = server;
    this.#port = port;
  }

  /** Starts a server. With `tls`, it has a self-signed, expired certificate. */
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
            if (instance) Object.assign(instance, { isEncrypted: session.secure, greeting: session.hostNameAppearsAs });
            const mail = { ...(await PostalMime.parse(raw)), envelopeTo, raw: raw.toString() };
            instance?.received.push(mail);
            await instance?.onTaken?.(mail);
          };
          take().then(() => callback(), callback);
        });
      },
    });
    // A killed client breaks its connection, which causes an error event.
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

  listTo(address: string): ReceivedMail[] {
    return this.received.filter(({ envelopeTo }) => envelopeTo.includes(address));
  }

  /** Closes every connection at once, without a response. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
