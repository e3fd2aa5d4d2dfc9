import { afterEach, expect, test, vi } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import type { MailChoices } from "../../domain/mail/mail-choices.ts";
import { getEndedWeek, toWeek } from "../../domain/submissions/overview/overview-range.ts";
import { toDayRange } from "../../domain/time-zone.ts";
import { database } from "../db.ts";
import { queueMails } from "../queue/mails.ts";
import { changeMailChoices, getMailChoices, queueDueSummaries } from "./digests.ts";
import { MailService } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { records } = service;
afterEach(() => records.client.query("UPDATE operators SET overview_at = NULL"));

const zone = "America/Mexico_City";
const week = getEndedWeek(new Date(), zone);
const before = toWeek(week.from, -1);
/** A time in the current week, so that the overview of the last complete week is sent whenever the test runs. */
const due = new Date(Date.now() - 1_000);

const chooseMails = (operator: Operator, choices: Partial<MailChoices>, now = new Date()) =>
  changeMailChoices(
    { notices: "none", digestHours: [], isWarned: false, hasWeeklyOverview: true, ...choices },
    { operator, now },
  );
const planOverview = (operator: Operator, at = due) =>
  records.client.query("UPDATE operators SET overview_at = $2 WHERE id = $1", [operator.id, at]);
const readPlan = async ({ id }: Operator): Promise<Date | null> =>
  (await records.client.query("SELECT overview_at FROM operators WHERE id = $1", [id])).rows[0].overview_at;
const listMails = async () =>
  (await records.client.query("SELECT operator_id, monday::text FROM mails WHERE mail = 'overview'")).rows;
const mailsTo = ({ email }: Operator) => service.server.listTo(email);

async function waitForEnd(): Promise<void> {
  const isPlanned = "SELECT FROM operators WHERE overview_at <= now() AND disabled_at IS NULL";
  await vi.waitFor(async () => {
    expect((await records.client.query(isPlanned)).rows).toEqual([]);
    expect(await listMails()).toEqual([]);
  }, 20_000);
}

test("plans no weekly overview until an operator chooses it, and then from the next Monday", async () => {
  const ana = await records.operator();
  expect(await getMailChoices({}, { operator: ana })).toMatchObject({ hasWeeklyOverview: false });
  // A Monday, before and after the hour of the overview.
  for (const now of [new Date("2026-11-23T13:00:00Z"), new Date("2026-11-23T22:00:00Z")]) {
    await chooseMails(ana, { hasWeeklyOverview: false });
    await chooseMails(ana, { digestHours: [14, 18] }, now);
    expect(await readPlan(ana)).toEqual(new Date("2026-11-30T20:00:00Z"));
  }
  expect(await getMailChoices({}, { operator: ana })).toMatchObject({ hasWeeklyOverview: true });
  await chooseMails(ana, { digestHours: [7] }, new Date("2026-11-30T21:00:00Z"));
  expect(await readPlan(ana)).toEqual(new Date("2026-11-30T13:00:00Z"));
  await chooseMails(ana, { hasWeeklyOverview: false });
  expect(await readPlan(ana)).toBeNull();
});

test("sends one overview of the last week, in the operator's language, however often workers start", async () => {
  const [ana, berta] = [await records.operator(), await records.operator({ language: "es" })];
  const { start } = toDayRange(week.from, zone);
  const { end } = toDayRange(week.to, zone);
  for (const created_at of [start, new Date(end.getTime() - 1)]) {
    await records.inquiry({ created_at, status: "lost", close_reason: "No budget" });
  }
  for (const created_at of [new Date(start.getTime() - 1), end]) await records.inquiry({ created_at, replied_at: end });
  await planOverview(ana);
  await planOverview(berta);
  await Promise.all([service.work(), service.work()]);
  await waitForEnd();
  await service.stopWorkers();
  await service.work();
  await waitForEnd();
  await service.stopWorkers();
  const [mail] = mailsTo(ana);
  expect([mailsTo(ana).length, mailsTo(berta).length]).toEqual([1, 1]);
  expect(mail?.subject).toMatch(/^Week of .+: 2 submissions$/);
  expect(mailsTo(berta)[0]?.subject).toMatch(/^Semana del .+: 2 envíos$/);
  const path = (of: typeof week) => `https://encaje.example/admin/inbox?from=${of.from}&to=${of.to}&snoozed=all`;
  expect(mail?.text).toContain(`Submissions: 2\n${path(week)}\n1 the week before\n${path(before)}\n`);
  expect(mail?.text).toContain("No budget: 2\n");
  expect(mail?.raw).toMatch(/^List-Unsubscribe: <https:\/\/encaje\.example\/admin\/account>\r$/m);
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect((await readPlan(ana))?.getTime()).toBeGreaterThan(Date.now());
});

test("sends an overview of only the last complete week after weeks without a worker", async () => {
  const ana = await records.operator();
  await planOverview(ana, new Date(due.getTime() - 30 * dayMilliseconds));
  await queueDueSummaries({ now: new Date() });
  expect(await listMails()).toEqual([{ operator_id: ana.id, monday: week.from }]);
  const job = { mail: "overview", operator: ana.id, monday: before.from } as const;
  await database((db) => db.$transaction((tx) => queueMails(tx, [{ job }])), "mail");
  await service.work();
  await waitForEnd();
  expect(mailsTo(ana)).toHaveLength(1);
});

test("sends no weekly overview to operators who no longer want it or may no longer sign in", async () => {
  const [ana, berta] = [await records.operator(), await records.operator({ disabled_at: new Date() })];
  await chooseMails(ana, {});
  await planOverview(ana);
  await planOverview(berta);
  await chooseMails(ana, { hasWeeklyOverview: false });
  await queueDueSummaries({ now: new Date() });
  expect(await listMails()).toEqual([]);
});
