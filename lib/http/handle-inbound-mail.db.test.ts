import { createHmac, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import { disconnect } from "../server/access/operator.fixture.ts";

// Set before the imports, because env() reads the variables once.
const secret = vi.hoisted(() => {
  const value = "a secret of the mail provider, long";
  process.env.LOG_LEVEL = "silent";
  process.env.INBOUND_MAIL_SECRET = value.replaceAll(" ", "-");
  return value.replaceAll(" ", "-");
});
const { dispatch } = await import("./dispatch.ts");
afterAll(disconnect);

const newMail = () =>
  `Message-ID: <${randomUUID()}@mail.example>\r\nFrom: ana@x.example\r\nSubject: Hi\r\n\r\nHello.\r\n`;
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`,
});
const nowSeconds = () => Math.floor(Date.now() / 1_000);

function sign(body: string, timestamp = nowSeconds(), key = secret) {
  const signature = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
  return { "inbound-timestamp": `${timestamp}`, "inbound-signature": `sha256=${signature}` };
}

async function post(body: string, headers: Record<string, string>, type = "message/rfc822", method = "POST") {
  const init = { method, headers: { "content-type": type, ...headers }, ...(method === "POST" ? { body } : {}) };
  const { status, headers: sent, body: text } = await dispatch(new Request("http://localhost/api/inbound-mail", init));
  return { status, headers: sent, body: JSON.parse(String(text)) };
}

describe("accepted mails", () => {
  test("stores a signed raw mail once", async () => {
    const mail = newMail();
    expect(await post(mail, sign(mail))).toMatchObject({ status: 200, body: { result: "held" } });
    expect(await post(mail, sign(mail))).toMatchObject({ status: 200, body: { result: "duplicate" } });
  });

  test.each([
    ["Postmark", (mail: string) => ({ From: "ana@x.example", RawEmail: mail })],
    [
      "SES",
      (mail: string) => ({ notificationType: "Received", content: mail, receipt: { action: { encoding: "UTF8" } } }),
    ],
    [
      "SES as base64",
      (mail: string) => ({
        content: Buffer.from(mail).toString("base64"),
        receipt: { action: { encoding: "BASE64" } },
      }),
    ],
    ["SNS", (mail: string) => ({ Type: "Notification", Message: JSON.stringify({ content: mail }) })],
    [
      "SNS as base64",
      (mail: string) => ({
        Type: "Notification",
        Message: JSON.stringify({ content: Buffer.from(mail).toString("base64") }),
      }),
    ],
  ])("accepts a mail in the format of %s with the provider's password", async (name, wrap) => {
    const type = name.startsWith("SNS") ? "text/plain; charset=UTF-8" : "application/json";
    const response = await post(JSON.stringify(wrap(newMail())), basic(secret), type);
    expect(response).toMatchObject({ status: 200, body: { result: "held" } });
  });
});

test("stores only the headers of a mail over 25 MiB", async () => {
  const mail = newMail() + "x".repeat(26 * 1024 * 1024);
  expect(await post(mail, sign(mail))).toMatchObject({ status: 200, body: { result: "unreadable" } });
  expect(await post(mail, sign(mail))).toMatchObject({ status: 200, body: { result: "unreadable" } });
});

test("asks the provider to deliver a mail again later if parsing it takes too long", { timeout: 60_000 }, async () => {
  const piece = (text: string) => text.repeat((16 * 1_024) / text.length);
  const bomb = `<a href=${piece("x")}${piece("href=")}${piece("y")}`;
  const part = (type: string, text: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${text}\r\n`;
  const head = `Message-ID: <${randomUUID()}@mail.example>\r\nFrom: ana@x.example\r\n`;
  const mail = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part("plain", "Hi.")}${part("html", bomb)}--b--\r\n`;
  const { status, headers } = await post(mail, sign(mail));
  expect({ status, retryAfter: headers["Retry-After"] }).toEqual({ status: 503, retryAfter: "60" });
});

describe("refused mails", () => {
  test.each([
    ["no credentials", () => ({})],
    ["another password", () => basic("x")],
    ["an empty password", () => basic("")],
    ["another key", (mail: string) => sign(mail, nowSeconds(), "x".repeat(32))],
    ["another body's signature", () => sign("other")],
    ["a signature made six minutes ago", (mail: string) => sign(mail, nowSeconds() - 360)],
    ["a signature dated six minutes ahead", (mail: string) => sign(mail, nowSeconds() + 360)],
    [
      "a timestamp later than the signed one",
      (mail: string) => ({ ...sign(mail, nowSeconds() - 100), "inbound-timestamp": `${nowSeconds()}` }),
    ],
  ])("responds with 401 to authentication with %s", async (_name, prove: (mail: string) => Record<string, string>) => {
    const mail = newMail();
    expect(await post(mail, prove(mail))).toMatchObject({ status: 401 });
  });

  test.each([
    ["JSON without a mail", "{}"],
    ["broken JSON", "{"],
    [
      "a confirmation of an address that is not Amazon's",
      '{"Type":"SubscriptionConfirmation","SubscribeURL":"https://sns.evil.example/"}',
    ],
    [
      "a confirmation of an address without encryption",
      '{"Type":"SubscriptionConfirmation","SubscribeURL":"http://sns.us-east-1.amazonaws.com/"}',
    ],
    ["JSON whose content is not a mail", '{"RawEmail":"<html></html>"}'],
  ])("responds with 400 to a webhook with %s", async (_name, body) => {
    expect(await post(body, basic(secret), "application/json")).toMatchObject({ status: 400 });
  });

  test("responds with 405 to a method other than POST", async () => {
    expect(await post("", basic(secret), "text/plain", "GET")).toMatchObject({
      status: 405,
      headers: { Allow: "POST" },
    });
  });

  test("responds with 413 to a body over 40 MiB", async () => {
    expect(await post("{}", { ...basic(secret), "content-length": `${41 * 1024 * 1024}` })).toMatchObject({
      status: 413,
    });
  });
});

/** Posts a body that does not end by itself, with a wrong signature. */
function postUnending(pieces: number) {
  const piece = new Uint8Array(1024 * 1024);
  let [end, isRead] = [() => {}, () => false];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < pieces; at++) controller.enqueue(piece);
      [end, isRead] = [() => controller.close(), () => controller.desiredSize === 1];
    },
  });
  const headers = { "content-type": "message/rfc822", ...sign("other") };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  const answered = dispatch(new Request("http://localhost/api/inbound-mail", init)).then(({ status }) => status);
  return { answered, end, isRead };
}

test("limits the memory for unfinished bodies without blocking other mails", async () => {
  const unending = [39, 39, 39, 0, 0].map(postUnending);
  await expect.poll(() => unending.every(({ isRead }) => isRead())).toBe(true);
  expect(await postUnending(39).answered).toBe(429);
  const mail = newMail();
  expect(await post(mail, sign(mail))).toMatchObject({ status: 200 });
  for (const { end } of unending) end();
  expect(await Promise.all(unending.map(({ answered }) => answered))).toEqual([401, 401, 401, 401, 401]);
  const big = postUnending(39);
  big.end();
  expect(await big.answered).toBe(401);
});
