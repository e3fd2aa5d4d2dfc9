import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { inboundMailSecret } from "../support/built-app.ts";

test("parses a mail posted by a mail provider in a worker thread of the built app", async () => {
  const mail = (type: string) =>
    `From: ana@x.example\r\nMessage-ID: <${randomUUID()}@x>\r\nContent-Type: ${type}\r\n\r\n`;
  const post = async (body: string) => {
    const headers = {
      authorization: `Basic ${btoa(`provider:${inboundMailSecret}`)}`,
      "content-type": "message/rfc822",
    };
    return (await fetch(`${process.env.E2E_URL}/api/inbound-mail`, { method: "POST", headers, body })).json();
  };
  expect(await post(`${mail("text/plain; format=flowed")}${"> x \r\n".repeat(1_000)}`)).toEqual({ result: "held" });
  expect(await post(`${mail("text/html")}<p>Hello.</p>`)).toEqual({ result: "held" });
  expect(await post("no mail")).toMatchObject({ error: "This is not a mail message." });
});
