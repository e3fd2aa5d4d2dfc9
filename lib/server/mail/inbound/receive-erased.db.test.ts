import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Admin } from "../../../domain/access/operator.ts";
import { formatReference } from "../../../domain/submissions/core/submission-ref.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { erasePerson } from "../../people/erasures.ts";
import { DeskRecords, newWord } from "../../submissions/core/desk.fixture.ts";
import { findWaiters } from "../../waiters.fixture.ts";
import { toMessageId } from "../message-ids.ts";
import { newBounce, writeSimpleMail } from "./corpus.fixture.ts";
import { receiveMail } from "./receive-mail.ts";

process.env.AUTH_SECRET ??= "a secret of thirty-two characters";
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

const newAddress = () => `${newWord()}@example.com`;

const countMails = async (from: string) =>
  (await records.client.query("SELECT FROM inbound_mails WHERE lower(from_address) = $1", [from])).rowCount;

/**
 * Starts `first`, blocks it when it writes to `table`, and then starts `second`. Releases both once `second` waits or
 * has ended.
 */
async function runBoth<First, Second>(
  table: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const { client } = records;
  const [own] = (await client.query("SELECT pg_backend_pid() AS pid")).rows;
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  const running = first();
  await findWaiters(own.pid, () => false);
  let isOver = false;
  const following = second().finally(() => {
    isOver = true;
  });
  await findWaiters(own.pid, () => isOver, 2);
  await client.query("COMMIT");
  return Promise.all([running, following]);
}

test.each(["names", "does not name"])(
  "stores no mail that %s its submission and arrives while its sender is being erased",
  async (names) => {
    const email = newAddress();
    const ref = await records.inquiry({ email });
    const subject = names === "names" ? `Re: ${formatReference(ref)}` : undefined;
    // An erasure writes to the audit log after deleting submissions and mails, so it is blocked there.
    const [erased, received] = await runBoth(
      "audit_entries",
      () => erasePerson({ email }, { admin, now: new Date() }),
      () => receiveMail(writeSimpleMail(email.toUpperCase(), undefined, subject), { now: new Date() }),
    );
    expect([erased.inquiries, received, await countMails(email)]).toEqual([1, "erased", 0]);
  },
);

test("erases the person's mail if it is being stored during the erasure", async () => {
  const email = newAddress();
  await records.inquiry({ email });
  const [received, erased] = await runBoth(
    "received_mails",
    () => receiveMail(writeSimpleMail(email), { now: new Date() }),
    () => erasePerson({ email: email.toUpperCase() }, { admin, now: new Date() }),
  );
  expect([received, erased.inquiries, await countMails(email)]).toEqual(["held", 1, 0]);
});

describe("bounce of our mail to an erased person", () => {
  async function newPerson() {
    const email = newAddress();
    const messageId = toMessageId(randomUUID(), await records.inquiry({ email }), "encaje.example");
    const raw = newBounce(messageId, `<${email}>: no such user`);
    return { email, erase: () => erasePerson({ email }, { admin, now: new Date() }), raw };
  }
  const countNaming = async (email: string) =>
    (await records.client.query("SELECT FROM inbound_mails WHERE strpos(text, $1) > 0", [email])).rowCount;

  test("does not store the bounce of a mail to an erased person, however often it arrives", async () => {
    const { email, erase, raw } = await newPerson();
    await erase();
    expect(await receiveMail(raw, { now: new Date() })).toBe("erased");
    expect(await receiveMail(raw, { now: new Date() })).toBe("erased");
    expect(await countNaming(email)).toBe(0);
  });

  test("does not store a bounce that arrives during the erasure of the person", async () => {
    const { email, erase, raw } = await newPerson();
    const [erased, received] = await runBoth("audit_entries", erase, () => receiveMail(raw, { now: new Date() }));
    expect([erased.inquiries, received, await countNaming(email)]).toEqual([1, "erased", 0]);
  });

  test("erases a bounce that arrived just before the erasure of the person", async () => {
    const { email, erase, raw } = await newPerson();
    const [received] = await runBoth("received_mails", () => receiveMail(raw, { now: new Date() }), erase);
    expect([received, await countNaming(email)]).toEqual(["bounce", 0]);
  });
});

describe("mail whose sender was erased after it arrived", () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  async function eraseSender() {
    const email = newAddress();
    const raw = writeSimpleMail(email);
    expect(await receiveMail(raw, { now: minutesAgo(10) })).toBe("held");
    await erasePerson({ email }, { admin, now: new Date() });
    return { email, raw };
  }

  test("does not store an erased sender's mail when it is delivered again", async () => {
    const { email, raw } = await eraseSender();
    expect(await receiveMail(raw, { now: new Date() })).toBe("duplicate");
    expect(await countMails(email)).toBe(0);
  });

  test("stores an erased sender's new mails after a restore, but not the erased ones", async () => {
    const { email, raw } = await eraseSender();
    // Simulates the restore of a backup from before the mail arrived.
    await records.client.query("DELETE FROM received_mails");
    expect(await receiveMail(raw, { now: new Date(), arrivedAt: minutesAgo(10) })).toBe("erased");
    expect(await receiveMail(raw, { now: new Date() })).toBe("duplicate");
    expect(await receiveMail(writeSimpleMail(email.toUpperCase()), { now: new Date() })).toBe("held");
    expect(await receiveMail(writeSimpleMail(newAddress()), { now: new Date(), arrivedAt: minutesAgo(10) })).toBe(
      "held",
    );
  });
});
