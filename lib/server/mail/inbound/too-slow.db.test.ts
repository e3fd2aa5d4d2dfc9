import { beforeAll, expect, test } from "vitest";
import type { Admin } from "../../../domain/access/operator.ts";
import { DeskRecords, newWord, now } from "../../submissions/core/desk.fixture.ts";
import { mail, plain } from "./mime.fixture.ts";
import { parseHead } from "./parse-message.ts";
import { receiveMail, storeMessage } from "./receive-mail.ts";
import { discardInbound, listUnmatchedMails } from "./unmatched.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

function newMail(messageId: string | null = `<${newWord()}@mail.example>`) {
  const email = `${newWord()}@example.com`;
  const headers: [string, string][] = [["From", email]];
  if (messageId !== null) headers.push(["Message-ID", messageId]);
  const raw = mail(headers, plain("Hello."));
  return {
    receive: () => receiveMail(raw, { now }),
    receiveSlowly: async () => {
      const head = await parseHead(raw);
      return storeMessage(head && { ...head, isTooSlow: true }, { now });
    },
    list: async () =>
      (await listUnmatchedMails({ operator: admin })).mails.flatMap(({ id, fromAddress, heldReason, text }) =>
        fromAddress === email ? [{ id, heldReason, text }] : [],
      ),
  };
}

test.each([
  ["with a Message-ID", undefined],
  ["without Message-ID", null],
])("stores only the head of a slow mail %s until it is delivered again", async (_, messageId) => {
  const { receive, receiveSlowly, list } = newMail(messageId);
  expect([await receiveSlowly(), await receiveSlowly()]).toEqual(["too_slow", "unreadable"]);
  expect(await list()).toMatchObject([{ heldReason: "unreadable", text: "" }]);
  expect([await receive(), await receive(), await receiveSlowly()]).toEqual(["held", "duplicate", "duplicate"]);
  expect(await list()).toMatchObject([{ heldReason: "unknown", text: "Hello." }]);
});

test("stores a slow mail only once even if its head was discarded", async () => {
  const { receive, receiveSlowly, list } = newMail();
  expect(await receiveSlowly()).toBe("too_slow");
  const [head] = await list();
  await discardInbound({ id: head?.id ?? "" }, { operator: admin, now });
  expect(await receive()).toBe("duplicate");
});

test("does not store a mail whose head could not be read in time", async () => {
  expect(await storeMessage(null, { now })).toBe("head_too_slow");
});
