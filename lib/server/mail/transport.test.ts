import { afterEach, describe, expect, test, vi } from "vitest";
import { toDeliveryFault } from "./delivery-fault.ts";
import { TestSmtpServer } from "./smtp-server.fixture.ts";
import { isLoopback, type Message, type Transport } from "./transport.ts";

let server: TestSmtpServer;
let transport: Transport;

const message: Message = {
  messageId: "<1@encaje.example>",
  inReplyTo: undefined,
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
 * Sends through a server whose certificate is its own and has expired. The environment is read once: each test has
 * modules of its own.
 */
async function sendTo(host: string, tls: "starttls" | "implicit", query = "") {
  server = await TestSmtpServer.start({ tls });
  vi.stubEnv("SMTP_URL", `${tls === "implicit" ? "smtps" : "smtp"}://${host}:${server.port}${query}`);
  vi.stubEnv("CONTACT_EMAIL", "hello@encaje.example");
  vi.resetModules();
  transport = (await import("./transport.ts")).openTransport();
  return transport.send(message).catch(toDeliveryFault);
}

const refused = { code: expect.stringMatching(/CERT/), isPermanent: false };

describe.each(["starttls", "implicit"] as const)("a mail server with a certificate of its own (%s)", (tls) => {
  afterEach(async () => {
    transport.close();
    await server.stop();
    vi.unstubAllEnvs();
  });

  test.each(["127.0.0.1", "localhost"])("gets the mail on this machine, as %s, by TLS", async (host) => {
    expect(await sendTo(host, tls)).toEqual({ refused: 0, deferred: [] });
    expect(server.to("ana@example.com")).toHaveLength(1);
    expect(server.isEncrypted).toBe(true);
  });

  test("gets none elsewhere", async () => {
    // By this address a computer reaches itself, but it is not a loopback address.
    expect(await sendTo("0.0.0.0", tls)).toEqual(refused);
    expect(server.received).toEqual([]);
  });

  test("gets none on this machine where SMTP_URL asks for a check", async () => {
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
])("%s is on this machine: %s", (url, isHere) => {
  expect(isLoopback(url)).toBe(isHere);
});
