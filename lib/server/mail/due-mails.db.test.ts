import { afterEach, expect, test, vi } from "vitest";
import { disconnect } from "../db.ts";
import { holdMail } from "./hold.ts";
import { inquiry, MailService, newAddress, siteParts } from "./mail-service.fixture.ts";
import { sendDueMails } from "./mail-worker.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { client } = service.records;

afterEach(async () => {
  for (const table of ["mail_holds", "pgboss.job", "submissions", "audit_entries"])
    await client.query(`DELETE FROM ${table}`);
  await disconnect();
});

const countLeft = async () => (await client.query("SELECT count(*)::int FROM pgboss.job")).rows[0].count;

test("sends what is due, leaves the mails of the clock, and ends", async () => {
  const [one, other] = [await inquiry(), await inquiry()];
  expect(await sendDueMails({ siteParts, seconds: 30 })).toEqual({ sent: 4, failed: 0, isMore: false });
  for (const ref of [one, other]) {
    expect(await service.listJobs(ref)).toEqual([]);
    expect(service.listNotices(ref)).toHaveLength(1);
  }
  expect(await countLeft()).toBeGreaterThan(0);
  expect(await sendDueMails({ siteParts, seconds: 30 })).toEqual({ sent: 0, failed: 0, isMore: false });
});

test("two at once send each mail once", async () => {
  const refs = await Promise.all(Array.from({ length: 10 }, () => inquiry()));
  const send = () => sendDueMails({ siteParts, seconds: 30 });
  const [one, other] = await Promise.all([send(), send()]);
  expect(one.sent + other.sent).toBe(20);
  for (const ref of refs) expect(service.listNotices(ref)).toHaveLength(1);
});

test("while mail is held it only queues", async () => {
  await holdMail({ now: new Date() });
  const email = newAddress();
  const ref = await inquiry({ email });
  expect(await sendDueMails({ siteParts, seconds: 30 })).toEqual({ sent: 0, failed: 0, isMore: false });
  expect((await service.records.readRow(ref)).is_processed).toBe(true);
  expect((await service.listJobs(ref)).map(({ state }) => state)).toEqual(["created", "created"]);
});

test("says that mails are left when its time is up", async () => {
  await inquiry();
  expect(await sendDueMails({ siteParts, seconds: 0 })).toMatchObject({ isMore: true });
});
