import { afterEach, expect, test, vi } from "vitest";
import { disconnect, toRawTransaction } from "../db.ts";
import { queueMails } from "../queue/mails.ts";
import { findMailHold, getMailQueue, holdMail, releaseMail } from "./mail-queue.ts";
import { inquiry, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { client } = service.records;
const now = new Date();

afterEach(async () => {
  for (const table of ["mail_holds", "mails", "submissions", "audit_entries"])
    await client.query(`DELETE FROM ${table}`);
});

const listReceived = (email: string) => service.server.received.filter(({ to }) => JSON.stringify(to).includes(email));
const readAudit = async () => (await client.query("SELECT actor, action, details FROM audit_entries ORDER BY id")).rows;

/** Waits until a running worker has looked for work twice: it queues mails of new submissions, then sends due ones. */
async function waitForWorker(): Promise<void> {
  for (const _ of ["one look", "another"]) {
    const ref = await inquiry();
    const isProcessed = async () => expect((await service.records.readRow(ref)).is_processed).toBe(true);
    await vi.waitFor(isProcessed, 20_000);
  }
}

test("keeps mails waiting during a mail hold, and sends them after the release", async () => {
  const [before, later] = [newAddress(), newAddress()];
  const old = await inquiry({ email: before });
  expect(await holdMail({ now })).toBe(true);
  await service.work();
  const fresh = await inquiry({ email: later });
  await waitForWorker();
  expect([...listReceived(before), ...listReceived(later)]).toEqual([]);
  expect((await service.records.readRow(fresh)).is_processed).toBe(true);
  expect((await getMailQueue({ operator: service.admin })).hold).toMatchObject({ actor: "console", owed: 2 });
  expect(await releaseMail({ owed: "send" }, { admin: service.admin, now })).toEqual({ count: 0 });
  for (const ref of [old, fresh]) await service.waitUntilSent(ref);
  expect([listReceived(before).length, listReceived(later).length]).toEqual([1, 1]);
  expect(await readAudit()).toEqual([
    { actor: "console", action: "mail_held", details: null },
    { actor: service.admin.email, action: "mail_released", details: { discarded: 0 } },
  ]);
});

test("sends nothing from a running worker once a mail hold begins", async () => {
  await service.work();
  await service.waitUntilSent(await inquiry());
  await holdMail({ now });
  const email = newAddress();
  await inquiry({ email });
  await waitForWorker();
  expect(listReceived(email)).toEqual([]);
});

test("discards only mails that were due when the mail hold began", async () => {
  const owed = await inquiry();
  await service.queueFollowing();
  await client.query("UPDATE mails SET attempts = 1, next_at = now() + interval '2 minutes' WHERE mail = 'notice'");
  const dead = await inquiry();
  await service.queueFollowing();
  await client.query("UPDATE mails SET state = 'dead' WHERE mail = 'notice' AND submission_id = $1", [dead.id]);
  await queueMails(toRawTransaction(client), [{ job: { mail: "reply", ...dead }, delaySeconds: 3_600 }]);
  await holdMail({ now });
  // The stored start of the hold lies one to two milliseconds ahead, because its column has millisecond precision.
  // Mails queued before that time count as owed.
  await client.query("SELECT pg_sleep(0.005)");
  const fresh = await inquiry();
  await service.queueFollowing();
  expect((await findMailHold("desk"))?.owed).toBe(3);
  expect(await releaseMail({ owed: "discard" }, { admin: "console", now })).toEqual({ count: 3 });
  const list = async (ref: typeof owed) => (await service.listMails(ref)).map(({ mail, state }) => `${mail} ${state}`);
  expect(await list(owed)).toEqual([]);
  expect(await list(dead)).toEqual(["notice dead", "reply waiting"]);
  expect(await list(fresh)).toEqual(["acknowledgement waiting", "notice waiting"]);
});

test("queues the mails of hundreds of new submissions when a mail hold begins", async () => {
  const { kind, id } = await inquiry();
  await client.query(
    `INSERT INTO submissions (kind, id, created_at, request_id, name, email, content_hash, language, text, source_page, channel)
     SELECT kind, nextval('inquiry_id_seq'), created_at, request_id, name, number || email, md5(number::text)::uuid, language, text,
       source_page, channel
     FROM submissions, generate_series(1, 300) AS number WHERE kind = $1 AND id = $2`,
    [kind, id],
  );
  expect(await holdMail({ now })).toBe(true);
  expect((await client.query("SELECT FROM submissions WHERE NOT is_processed")).rows).toEqual([]);
  const { rows } = await client.query("SELECT count(*)::int AS due FROM mails");
  expect(await findMailHold("desk")).toMatchObject({ owed: rows[0].due });
  expect(rows[0].due).toBeGreaterThan(600);
});

test("ignores a second mail hold, and a release without a hold", async () => {
  await holdMail({ now });
  const first = await findMailHold("desk");
  expect(await holdMail({ now })).toBe(false);
  expect(await findMailHold("desk")).toEqual(first);
  await releaseMail({ owed: "send" }, { admin: "console", now });
  expect(await releaseMail({ owed: "discard" }, { admin: "console", now })).toEqual({ count: 0 });
  await disconnect();
});
