import net from "node:net";
import nodemailer from "nodemailer";
import { afterEach, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../../scripts/processes.ts";
import { TestSmtpServer } from "./smtp-server.fixture.ts";
import { isLoopback, isMailable, type Message, type Transport, toDeliveryFault } from "./transport.ts";

let server: TestSmtpServer;
let transport: Transport;

const message: Message = {
  messageId: "<1@encaje.example>",
  references: [],
  from: { name: "Encaje", address: "mail@encaje.example" },
  to: ["ana@example.com"],
  replyTo: { name: "Encaje", address: "hello@encaje.example" },
  subject: "x",
  html: "<p>x</p>",
  text: "x",
  date: new Date(),
  headers: {},
  fileName: "",
};

/**
 * Sends a mail through a server with a self-signed, expired certificate. Reloads the modules, because they read the
 * environment only once.
 */
async function sendTo(host: string, tls: "starttls" | "implicit", query = "", to = message.to) {
  server = await TestSmtpServer.start({ tls });
  vi.stubEnv("SMTP_URL", `${tls === "implicit" ? "smtps" : "smtp"}://${host}:${server.port}${query}`);
  vi.stubEnv("CONTACT_EMAIL", "hello@encaje.example");
  vi.resetModules();
  transport = (await import("./transport.ts")).openTransport();
  return transport.send({ ...message, to }).catch(toDeliveryFault);
}

const refused = { code: expect.stringMatching(/CERT/), isPermanent: false };

describe.each(["starttls", "implicit"] as const)("a mail server with a self-signed certificate (%s)", (tls) => {
  afterEach(async () => {
    transport.close();
    await server.stop();
    vi.unstubAllEnvs();
  });

  test.each(["127.0.0.1", "localhost"])(
    "sends mail over TLS to a server on this machine despite its invalid certificate: %s",
    async (host) => {
      expect(await sendTo(host, tls)).toEqual({ refused: 0, deferred: [] });
      expect(server.listTo("ana@example.com")).toHaveLength(1);
      expect(server.isEncrypted).toBe(true);
    },
  );

  test("sends a mail to addresses with unusual local parts, and to nobody else", async () => {
    const locals = ["o'brien+tag=1", "!#$%&*/?^_`{|}~-", "a.b.c", "-x-", "lucía", "x".repeat(64)];
    const addresses = locals.map((local) => `${local}@example.com`);
    expect(await sendTo("127.0.0.1", tls, "", addresses)).toEqual({ refused: 0, deferred: [] });
    const to = addresses.map((address) => ({ name: "", address }));
    expect(server.received).toMatchObject([{ envelopeTo: addresses, to }]);
  });

  test("refuses to send mail to a server at a non-loopback address", async () => {
    // This address reaches the same machine but is not a loopback address.
    expect(await sendTo("0.0.0.0", tls)).toEqual(refused);
    expect(server.received).toEqual([]);
  });

  test("refuses to send mail on this machine if SMTP_URL asks for a certificate check", async () => {
    expect(await sendTo("127.0.0.1", tls, "?tls.rejectUnauthorized=true")).toEqual(refused);
  });
});

test.each([
  ["smtp://127.0.0.1:25", true],
  ["smtp://127.8.9.10", true],
  ["smtp://[::1]:25", true],
  ["smtp://[::ffff:127.0.0.1]", true],
  ["smtps://user:password@localhost:465", true],
  ["smtp://LOCALHOST.", true],
  ["smtp://relay.localhost", true],
  ["smtp://0.0.0.0", false],
  ["smtp://10.0.0.1", false],
  ["smtp://[fe80::1]", false],
  ["smtp://localhost.example.com", false],
  ["smtp://127.0.0.1.example.com", false],
  ["smtp://notlocalhost", false],
])("recognizes whether %s names this machine: %s", (url, isHere) => {
  expect(isLoopback(url)).toBe(isHere);
});

/** Reloads the modules, because they read the environment only once. */
async function describeWith(url: string) {
  vi.stubEnv("SMTP_URL", url);
  vi.resetModules();
  return (await import("./transport.ts")).describeTransport();
}

test("shows the mail server's host and port, never its user name or password", async () => {
  const shown = await describeWith("smtp://clerk:s3cret@mail.example.com:587?pool=true");
  expect(shown).toEqual({ kind: "smtp", host: "mail.example.com:587" });
  expect(await describeWith("smtps://mail.example.com")).toEqual({ kind: "smtp", host: "mail.example.com" });
});

test("writes mails to files when there is no mail server", async () => {
  expect(await describeWith("")).toEqual({ kind: "files" });
});

test.each([
  "ana@example.com",
  "Ana.Ruiz+x@EXAMPLE.com",
  "josé@example.com",
  "ana@compañía.example",
  "ana@compan\u0303i\u0301a.example",
  "o'hara!%$@x-y.example",
  "ana@xn--fiqs8s.example",
])("accepts the address %j as mailable", (address) => expect(isMailable(address)).toBe(true));

test.each([
  ["a control character", "ana@example.c\u001bom"],
  ["a control character in the local part", "a\u0001na@example.com"],
  ["a soft hyphen", "ana@exam\u00adple.com"],
  ["a zero-width character", "ana@example.com\u200b"],
  ["a direction mark", "\u202eana@example.com"],
  ["full-width letters", "ana@\uff42.example"],
  ["an ideographic full stop", "ana@example\u3002com"],
  ["an invalid domain", "ana@exa%mple.com"],
])("rejects an undeliverable address with %s", (_, address) => expect(isMailable(address)).toBe(false));

const mail = { from: "a@example.com", to: "ana@example.com", subject: "x", text: "x" };
const send = (url: string, greetingTimeout = 20_000) =>
  nodemailer.createTransport({ url, greetingTimeout, connectionTimeout: 20_000, socketTimeout: 20_000 }).sendMail(mail);
const catchFault = (url: string, greetingTimeout?: number) =>
  send(url, greetingTimeout).then(
    () => undefined,
    (error: unknown) => toDeliveryFault(error),
  );

/** Starts a server that greets each connection and then calls `then`. */
async function startServer(greeting: string, then: (socket: net.Socket) => void = () => undefined) {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    if (greeting) socket.write(`${greeting}\r\n`);
    then(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

describe("toDeliveryFault", () => {
  test("reports ECONNREFUSED when no server answers", async () => {
    expect(await catchFault(`smtp://127.0.0.1:${await findFreePort()}`)).toEqual({
      code: "ECONNREFUSED",
      isPermanent: false,
    });
  });

  test("reports a timeout when the server stays silent", async () => {
    const silent = await startServer("");
    expect(await catchFault(silent.url, 300)).toEqual({ code: "ETIMEDOUT", isPermanent: false });
    silent.close();
  });

  test("reports a temporary fault when the server's greeting refuses us", async () => {
    const busy = await startServer("421 4.3.2 not now, ana@example.com", (socket) => socket.end());
    expect(await catchFault(busy.url)).toMatchObject({ response: 421, isPermanent: false });
    busy.close();
  });

  test("reports a temporary fault when the server refuses the sender", async () => {
    const strict = await startServer("220 x", (socket) =>
      socket.on("data", (line) =>
        socket.write(/^MAIL/i.test(String(line)) ? "550 5.7.1 who are you\r\n" : "250 ok\r\n"),
      ),
    );
    const fault = { code: "EENVELOPE", response: 550, status: "5.7.1", isPermanent: false };
    expect(await catchFault(strict.url)).toEqual(fault);
    strict.close();
  });

  test.each([
    [550, "5.1.1", true],
    [550, "5.1.10", true],
    [550, "5.2.1", true],
    [550, "5.1.8", false],
    [552, "5.2.2", false],
    [554, "5.7.1", false],
    [550, "5.4.5", false],
    [450, "4.2.1", false],
    [550, undefined, true],
    [551, undefined, true],
    [553, undefined, true],
    [552, undefined, false],
    [554, undefined, false],
    [450, undefined, false],
  ])("reports whether a refusal of a recipient with %i %s is permanent: %s", async (response, status, isPermanent) => {
    const server = await TestSmtpServer.start();
    server.refusals.set("ana@example.com", [response, `${status ?? ""} ana@example.com is unknown here`]);
    expect(await catchFault(server.url)).toEqual({
      code: "EENVELOPE",
      response,
      ...(status ? { status } : {}),
      isPermanent,
    });
    await server.stop();
  });

  test("never includes the server's text in a fault, whatever is thrown", () => {
    const reply = "550 ana@example.com";
    for (const error of [
      reply,
      undefined,
      null,
      { code: reply },
      Object.assign(new Error(reply), { code: reply, response: reply }),
    ]) {
      expect(toDeliveryFault(error)).toEqual({ code: "UNKNOWN", isPermanent: false });
    }
  });
});
