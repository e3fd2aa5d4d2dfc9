import { afterEach, expect, test, vi } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { getNextDigest, type MailChoices } from "../../domain/mail/mail-choices.ts";
import { NewRule } from "../../domain/submissions/assignment/assignment.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { EndpointInput } from "../../domain/webhooks/endpoint.ts";
import { database } from "../db.ts";
import { queueMails } from "../queue/mails.ts";
import { removeAssignmentRule, saveAssignmentRule } from "../submissions/assignment/assignment-rules.ts";
import { changeSubmissions } from "../submissions/changes/change-submissions.ts";
import { changeOwner, changeStatus, toItems } from "../submissions/core/desk.fixture.ts";
import { saveEndpoint } from "../webhooks/endpoints.ts";
import { changeMailChoices, getMailChoices, queueDueDigests } from "./digests.ts";
import { inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const { records } = service;

afterEach(() =>
  records.client.query("UPDATE operators SET disabled_at = now(), digest_at = NULL WHERE role = 'member'"),
);

const chooseMails = (operator: Operator, choices: Partial<MailChoices>, now = new Date()) =>
  changeMailChoices({ notices: "every", digestHours: [], isWarned: true, ...choices }, { operator, now });
const assign = async (ref: SubmissionRef, operator: Operator, to: Operator) =>
  changeOwner({ ...ref, owner: to.id }, { operator, now: new Date() });
const subjectsTo = ({ email }: Operator) => service.server.listTo(email).map(({ subject }) => subject);

async function readOwners(refs: SubmissionRef[]): Promise<unknown[]> {
  const owners: unknown[] = [];
  for (const ref of refs) owners.push((await records.readRow(ref)).owner_id);
  return owners;
}

/** Sends all mails that are due now, including digests. */
async function sendAllDueMails(): Promise<void> {
  await service.work();
  await vi.waitFor(async () => {
    const due = `SELECT to_jsonb(id) FROM mails WHERE state <> 'dead' AND next_at <= now() + interval '20 seconds'
      UNION ALL SELECT to_jsonb(id) FROM submissions WHERE NOT is_processed`;
    expect((await records.client.query(due)).rows).toEqual([]);
  }, 20_000);
  await service.stopWorkers();
}

test("mails each operator once in their own language, Spanish by default", async () => {
  const [ana, berta, carla] = [
    await records.operator({ language: "es" }),
    await records.operator({ language: null }),
    await records.operator(),
  ];
  const ref = await inquiry({ language: "en" });
  await sendAllDueMails();
  const spanish = service.listNotices(ref).filter(({ subject }) => subject?.startsWith(`Nueva consulta Q-${ref.id}, `));
  const english = service.listNotices(ref).filter(({ subject }) => subject?.startsWith(`New: Inquiry Q-${ref.id}, `));
  expect(service.listNotices(ref)).toHaveLength(2);
  const sorted = (operators: Operator[]) => operators.map(({ email }) => email).toSorted();
  expect(spanish.map(({ envelopeTo }) => envelopeTo.toSorted())).toEqual([sorted([ana, berta])]);
  expect(english.map(({ envelopeTo }) => envelopeTo.toSorted())).toEqual([sorted([service.admin, carla])]);
  expect([...spanish, ...english].map(({ from }) => from?.name)).toEqual(["Escritorio de Encaje", "Encaje desk"]);
  const events = (await service.listMailEvents(ref)).filter(({ details }) => details.mail === "notice");
  expect(events.map(({ details }) => details.recipients)).toEqual([2, 2]);
});

test("sends each operator only the notices that they want", async () => {
  const ana = await records.operator();
  const given = async (notices: MailChoices["notices"]) => {
    await chooseMails(ana, { notices });
    const [nobodys, hers, others] = [await lead(), await lead(), await lead()];
    for (const [owner, ref] of [
      [ana, hers],
      [service.admin, others],
    ] as const) {
      await records.client.query("UPDATE submissions SET owner_id = $1 WHERE id = $2", [owner.id, ref.id]);
    }
    await sendAllDueMails();
    return [nobodys, hers, others].map((ref) =>
      service.listNotices(ref).some(({ envelopeTo }) => envelopeTo.includes(ana.email)),
    );
  };
  expect(await given("every")).toEqual([true, true, true]);
  expect(await given("mine")).toEqual([false, true, false]);
  const choices = { notices: "mine", digestHours: [], isWarned: true };
  expect(await getMailChoices({ operator: ana })).toEqual(choices);
});

test("sends no notice that nobody wants", async () => {
  await chooseMails(service.admin, { notices: "none" });
  const ref = await lead();
  await sendAllDueMails();
  expect(service.listNotices(ref)).toEqual([]);
  await chooseMails(service.admin, {});
});

test("tells a new owner who assigned the submission, unless they did so themselves", async () => {
  const [ana, berta] = [await records.operator({ name: "Ana Solís" }), await records.operator()];
  const ref = await lead({ email: newAddress() });
  await sendAllDueMails();
  await assign(ref, ana, berta);
  await sendAllDueMails();
  expect(subjectsTo(berta).at(-1)).toMatch(new RegExp(`^Yours now: Evaluation E-${ref.id}, `));
  expect(service.server.listTo(berta.email).at(-1)?.text).toContain("Ana Solís assigned it to you.");
  expect(subjectsTo(ana).filter((subject) => subject?.startsWith("Yours"))).toEqual([]);
  await assign(ref, ana, ana);
  // The owner changes before the mail is sent.
  await assign(ref, ana, berta);
  await assign(ref, ana, service.admin);
  await sendAllDueMails();
  const counts = [ana, berta, service.admin].map(
    (operator) =>
      subjectsTo(operator).filter((subject) => subject?.startsWith(`Yours now: Evaluation E-${ref.id}`)).length,
  );
  expect(counts).toEqual([0, 1, 1]);
  expect((await service.listMailEvents(ref)).map(({ details }) => details.mail).toSorted()).toEqual([
    "acknowledgement",
    "notice",
  ]);
});

test("names the reply deadline to a new owner only while a reply is due", async () => {
  const [ana, berta] = [await records.operator(), await records.operator()];
  const ref = await inquiry();
  await assign(ref, ana, berta);
  await sendAllDueMails();
  expect(service.server.listTo(berta.email).at(-1)?.text).toContain("Please reply by");
  await changeStatus({ ...ref, status: "contacted" }, { operator: berta, now: new Date() });
  await assign(ref, berta, ana);
  await sendAllDueMails();
  expect(subjectsTo(ana).at(-1)).toMatch(/^Yours now: /);
  expect(service.server.listTo(ana.email).at(-1)?.text).not.toContain("Please reply by");
});

test("sends one mail to an owner chosen by a rule", async () => {
  const [ana, berta] = [await records.operator({ name: "Ana Solís" }), await records.operator({ notices: "none" })];
  const carla = await records.operator({ digest_hours: [9] });
  const operators = [ana, berta, carla].map(({ id }) => id);
  const rule = NewRule.parse({ name: "Leads", kind: "evaluation", operators });
  const saved = await saveAssignmentRule(rule, { admin: service.admin, now: new Date() });
  const refs = [await lead(), await lead(), await lead()];
  await sendAllDueMails();
  await removeAssignmentRule(saved, { admin: service.admin, now: new Date() });
  const ofAna = refs[(await readOwners(refs)).indexOf(ana.id)] ?? refs[0];
  const expected = refs.map((ref) => `${ref === ofAna ? "Yours now" : "New"}: Evaluation E-${ref.id}`);
  expect(
    subjectsTo(ana)
      .map((subject) => subject?.split(",", 1)[0])
      .toSorted(),
  ).toEqual(expected.toSorted());
  const own = service.server.listTo(ana.email).find(({ subject }) => subject?.startsWith("Yours"));
  expect(own?.text).toContain("The rule “Leads” assigned it to you: it was your turn.");
  expect(own?.text).toContain("> A loyalty programme, ");
  expect(subjectsTo(berta)).toEqual([expect.stringMatching(/^Yours now: /)]);
  expect(subjectsTo(carla)).toEqual([]);
  expect(await records.client.query("SELECT FROM digest_items WHERE operator_id = $1", [carla.id])).toMatchObject({
    rowCount: 3,
  });
  const notice = service.server
    .listTo(service.admin.email)
    .find(({ subject }) => subject?.includes(`Evaluation E-${ofAna?.id},`));
  expect(notice?.text).toContain("Owner: Ana Solís");
});

test("sends the notice to a former owner whose assignment mail was not sent yet", async () => {
  const [ana, berta] = [await records.operator(), await records.operator()];
  const rule = NewRule.parse({ name: "Leads", operators: [ana.id] });
  const saved = await saveAssignmentRule(rule, { admin: service.admin, now: new Date() });
  const ref = await lead();
  await service.queueFollowing();
  await removeAssignmentRule(saved, { admin: service.admin, now: new Date() });
  await assign(ref, service.admin, berta);
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual([expect.stringMatching(/^New: /)]);
  expect(subjectsTo(berta).toSorted()).toEqual([
    expect.stringMatching(/^New: /),
    expect.stringMatching(/^Yours now: /),
  ]);
});

test("sends an operator one mail about several submissions assigned in bulk", async () => {
  const [ana, berta] = [await records.operator(), await records.operator({ digest_hours: [9] })];
  const refs = [await lead(), await lead(), await inquiry()];
  await sendAllDueMails();
  const give = async (owner: Operator, before: Operator | null) => {
    const change = { type: "owner", owner: owner.id, items: toItems(refs, before?.id ?? null) } as const;
    const { done } = await changeSubmissions(change, { operator: service.admin, now: new Date() });
    expect(done).toHaveLength(3);
  };
  await give(ana, null);
  await give(service.admin, ana);
  await give(ana, service.admin);
  await sendAllDueMails();
  expect(subjectsTo(ana).slice(3)).toEqual(["3 submissions are yours now"]);
  await give(berta, ana);
  await sendAllDueMails();
  expect(subjectsTo(berta)).toEqual([]);
  expect(subjectsTo(service.admin).filter((subject) => subject?.includes("yours"))).toEqual([]);
});

/** The first 9:00 at least a day ahead, so that the workers do not send digests by themselves. */
const nine = getNextDigest([9], new Date(Date.now() + dayMilliseconds), "America/Mexico_City") ?? new Date();
const minutes = (count: number) => new Date(nine.getTime() + count * 60_000);

test("sends everything since the last digest in one digest", async () => {
  const ana = await records.operator();
  await chooseMails(ana, { digestHours: [9, 14] }, minutes(-60));
  const [first, second, closed] = [await lead(), await inquiry(), await lead({ email: newAddress() })];
  await sendAllDueMails();
  await assign(await lead(), service.admin, ana);
  await records.client.query("UPDATE submissions SET status = 'spam', closed_at = now() WHERE kind = $1 AND id = $2", [
    closed.kind,
    closed.id,
  ]);
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual([]);
  await queueDueDigests({ now: minutes(-1) });
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual([]);
  await Promise.all([0, 0, 1, 2, 15].map((minute) => queueDueDigests({ now: minutes(minute) })));
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual(["3 new submissions"]);
  const [digest] = service.server.listTo(ana.email);
  expect(digest?.text).toContain(`/admin/inbox/evaluation/${first.id}\n`);
  expect(digest?.text).toContain(`/admin/inbox/inquiry/${second.id}\n`);
  expect(digest?.text).not.toContain(`/admin/inbox/evaluation/${closed.id}\n`);
  expect(digest?.raw).toMatch(/^List-Unsubscribe: <https:\/\/encaje\.example\/admin\/account>\r$/m);
  expect(digest?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);

  await queueDueDigests({ now: minutes(6 * 60) });
  await sendAllDueMails();
  expect(subjectsTo(ana)).toHaveLength(1);
  await lead();
  await sendAllDueMails();
  await queueDueDigests({ now: minutes(24 * 60) });
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual(["3 new submissions", "One new submission"]);
});

test("lists spam only in the digest after its restoration", async () => {
  const [ana, berta] = [await records.operator(), await records.operator()];
  for (const operator of [ana, berta]) await chooseMails(operator, { digestHours: [9] }, minutes(-60));
  const [spam] = [await lead({ email: newAddress() }), await lead()];
  await sendAllDueMails();
  const change = (status: "spam" | "new") =>
    changeStatus({ ...spam, status }, { operator: service.admin, now: new Date() });
  await change("spam");
  await queueDueDigests({ now: nine });
  await sendAllDueMails();
  expect([subjectsTo(ana), subjectsTo(berta)]).toEqual([["One new submission"], ["One new submission"]]);
  await chooseMails(berta, {});
  await sendAllDueMails();
  await change("new");
  await sendAllDueMails();
  expect([subjectsTo(ana), subjectsTo(berta)].map(({ length }) => length)).toEqual([1, 2]);
  await queueDueDigests({ now: minutes(24 * 60) });
  await sendAllDueMails();
  for (const { email } of [ana, berta]) {
    expect(service.server.listTo(email)[1]?.text).toContain(`/admin/inbox/evaluation/${spam.id}\n`);
  }
});

test("leaves erased submissions out of digests", async () => {
  const ana = await records.operator();
  await chooseMails(ana, { digestHours: [9] }, minutes(-60));
  const ref = await lead();
  await sendAllDueMails();
  await records.client.query("DELETE FROM submissions WHERE kind = $1 AND id = $2", [ref.kind, ref.id]);
  await queueDueDigests({ now: nine });
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual([]);
});

test("sends pending digest items at once when an operator turns digests off", async () => {
  const ana = await records.operator();
  await chooseMails(ana, { digestHours: [9] }, minutes(-60));
  await lead();
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual([]);
  await chooseMails(ana, {});
  await sendAllDueMails();
  expect(subjectsTo(ana)).toEqual(["One new submission"]);
});

test("tells an operator once which endpoints the service has paused", async () => {
  const [ana, berta] = [await records.operator({ language: "en" }), await records.operator({ language: "en" })];
  const input = { events: ["submission.created"], shape: "ids", format: "standard" };
  const context = { admin: service.admin, now: new Date() };
  for (const name of ["Gone", "Failing", "Switched off"]) {
    const url = `https://hooks.example/${encodeURIComponent(name)}`;
    await saveEndpoint(EndpointInput.parse({ ...input, name, url }), context);
  }
  await records.client.query(
    `UPDATE webhook_endpoints SET paused_at = now(),
       pause_reason = CASE name WHEN 'Gone' THEN 'gone' WHEN 'Failing' THEN 'failing' ELSE 'operator' END`,
  );
  const notify = async () => {
    await database((db) => queueMails(db, [{ job: { mail: "webhooks", operator: ana.id } }]), "mail");
    await service.sendDue();
  };
  await notify();
  expect(subjectsTo(ana)).toEqual(["2 webhook endpoints are paused"]);
  expect(subjectsTo(berta)).toEqual([]);
  const [mail] = service.server.listTo(ana.email);
  expect(mail?.text).toMatch(/Failing.*Gone/s);
  expect(mail?.text).not.toMatch(/Switched off|person/);
  await records.client.query("UPDATE webhook_endpoints SET paused_at = NULL, pause_reason = NULL");
  await notify();
  expect(subjectsTo(ana)).toHaveLength(1);
});
