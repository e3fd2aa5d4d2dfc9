import net from "node:net";
import nodemailer from "nodemailer";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../scripts/processes.ts";
import { TestSmtpServer } from "./smtp-server.fixture.ts";
import { toDeliveryFault } from "./transport.ts";

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
    expect(await catchFault(`smtp://127.0.0.1:${await freePort()}`)).toEqual({
      code: "ECONNREFUSED",
      isPermanent: false,
    });
  });

  test("reports a timeout when the server stays silent", async () => {
    const silent = await startServer("");
    expect(await catchFault(silent.url, 300)).toEqual({ code: "ETIMEDOUT", isPermanent: false });
    silent.close();
  });

  test("reports a temporary fault with the reply code when the server's greeting refuses us", async () => {
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
  ])("reports a recipient refused with %i %s as permanent: %s", async (response, status, isPermanent) => {
    const server = await TestSmtpServer.start();
    server.refusals.set("ana@example.com", [response, `${status} ana@example.com is unknown here`]);
    expect(await catchFault(server.url)).toEqual({ code: "EENVELOPE", response, status, isPermanent });
    await server.stop();
  });

  test.each([
    [550, true],
    [551, true],
    [553, true],
    [552, false],
    [554, false],
    [450, false],
  ])("reports a recipient refused with %i and no enhanced status as permanent: %s", async (response, isPermanent) => {
    const server = await TestSmtpServer.start();
    server.refusals.set("ana@example.com", [response, "no"]);
    expect(await catchFault(server.url)).toEqual({ code: "EENVELOPE", response, isPermanent });
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
