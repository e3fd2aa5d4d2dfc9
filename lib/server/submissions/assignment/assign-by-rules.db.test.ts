import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Operator } from "../../../domain/access/operator.ts";
import { NewRule } from "../../../domain/submissions/assignment/assignment.ts";
import { ContactInput } from "../../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { validContact } from "../../../domain/submissions/core/valid-input.fixture.ts";
import { inMailTransaction } from "../../db.ts";
import { queueFollowingMails } from "../../mail/queue-following-mails.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { separateRepeat } from "../changes/separate-repeat.ts";
import { changeOwner, DeskRecords } from "../core/desk.fixture.ts";
import { submitInquiry } from "../intake/submit.ts";
import { assignByRules } from "./assign-by-rules.ts";
import { saveAssignmentRule, setAssignmentRuleEnabled } from "./assignment-rules.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const mails = new QueuedMails(records.client);
const now = new Date();
const admin = await records.admin();
beforeEach(() => records.client.query("DELETE FROM mails; DELETE FROM assignment_rules; DELETE FROM submissions"));

const save = (operators: Operator[], change: object = {}) => {
  const rule = { name: "Everything", operators: operators.map(({ id }) => id), ...change };
  return saveAssignmentRule(NewRule.parse(rule), { admin, now });
};
const unprocessed = { is_processed: false };
const readOwner = async (ref: SubmissionRef) => (await records.readRow(ref)).owner_id;
const work = async (at = now) => {
  while (await inMailTransaction((tx) => queueFollowingMails(tx, at)));
};

async function readOwners(refs: SubmissionRef[]): Promise<unknown[]> {
  const owners: unknown[] = [];
  for (const ref of refs) owners.push(await readOwner(ref));
  return owners;
}

async function storeInquiries(count: number): Promise<SubmissionRef[]> {
  const refs: SubmissionRef[] = [];
  for (let at = 0; at < count; at++) refs.push(await records.inquiry(unprocessed));
  return refs;
}

test("assigns a submission by the first matching rule, and names that rule", async () => {
  const [ana, berta] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Berta" })];
  const off = await save([berta], { name: "Off" });
  await setAssignmentRuleEnabled({ ...off, isOn: false }, { admin, now });
  await save([berta], { name: "English", language: "en" });
  await save([ana, berta], { name: "Spanish, for review", language: "es", route: "review" });
  await save([berta], { name: "The rest", route: "review" });
  const [matched, left] = [await records.evaluation(unprocessed), await records.inquiry(unprocessed)];
  await work();
  expect(await records.readRow(matched)).toMatchObject({ owner_id: ana.id, revision: 1, is_processed: true });
  const rule = { name: "Spanish, for review", isInTurn: true };
  expect(await records.listEvents(matched)).toEqual([
    {
      type: "owner",
      at: now,
      operator_id: null,
      actor: "service",
      details: { from: null, to: { id: ana.id, name: "Ana" }, rule },
    },
  ]);
  const event = expect.stringMatching(/^\d+$/);
  const queued = (await mails.listFor(matched)).map(({ mail, event_id, operator_id }) => [mail, event_id, operator_id]);
  expect(queued.toSorted()).toEqual([
    ["acknowledgement", null, null],
    ["assignment", event, ana.id],
    ["notice", event, null],
  ]);
  expect(await records.readRow(left)).toMatchObject({ owner_id: null, revision: 0 });
  expect(await records.listEvents(left)).toEqual([]);
});

test("gives four operators ten of forty submissions each with eight workers", async () => {
  const four = [];
  for (let at = 0; at < 4; at++) four.push(await records.operator());
  await save(four);
  const refs = await storeInquiries(40);
  const assign = (part: SubmissionRef[]) => inMailTransaction((tx) => assignByRules(tx, part, now));
  await Promise.all(Array.from({ length: 8 }, (_, worker) => assign(refs.slice(worker * 5, worker * 5 + 5))));
  const owners = Map.groupBy(await readOwners(refs), (owner) => owner);
  expect(four.map(({ id }) => owners.get(id)?.length)).toEqual([10, 10, 10, 10]);
});

test("skips operators who are off duty or disabled until they are back", async () => {
  const minute = (count: number) => new Date(now.getTime() + count * 60_000);
  const ana = await records.operator({ name: "Ana" });
  const away = await records.operator({ name: "Berta", is_on_duty: false });
  const back = await records.operator({ name: "Carla", is_on_duty: false, off_duty_until: minute(1) });
  const disabled = await records.operator({ name: "Dora", disabled_at: now });
  await save([away, back, disabled], { name: "First" });
  await save([ana], { name: "Second" });
  const [early, late] = [await records.inquiry(unprocessed), await records.inquiry()];
  await work(minute(0));
  await records.client.query("UPDATE submissions SET is_processed = false WHERE kind = $1 AND id = $2", [
    late.kind,
    late.id,
  ]);
  await work(minute(1));
  expect(await readOwners([early, late])).toEqual([ana.id, back.id]);
  expect((await records.listEvents(late)).at(-1)?.details.rule).toEqual({ name: "First", isInTurn: true });
});

test("assigns the next submission to an operator added to a rule", async () => {
  const [ana, berta, carla] = [
    await records.operator({ name: "Ana" }),
    await records.operator({ name: "Berta" }),
    await records.operator({ name: "Carla" }),
  ];
  const { rule } = await save([ana, berta]);
  const first = await storeInquiries(3);
  await work();
  await save([ana, berta, carla], { rule, version: 1 });
  const second = await storeInquiries(4);
  await work();
  const names = [ana, berta, ana, carla, berta, ana, carla].map(({ id }) => id);
  expect(await readOwners([...first, ...second])).toEqual(names);
});

test("applies no rule to a closed, withdrawn or once assigned submission", async () => {
  const [ana, berta] = [await records.operator(), await records.operator()];
  await save([ana]);
  const [taken, freed, closed, withdrawn] = [
    await records.inquiry(unprocessed),
    await records.inquiry(unprocessed),
    await records.inquiry({ ...unprocessed, status: "spam" }),
    await records.inquiry({ ...unprocessed, consent_withdrawn_at: now }),
  ];
  const give = (ref: SubmissionRef, owner: string | null) => changeOwner({ ...ref, owner }, { operator: berta, now });
  await give(taken, berta.id);
  await give(freed, berta.id);
  await give(freed, null);
  await work();
  expect(await readOwners([taken, freed, closed, withdrawn])).toEqual([berta.id, null, null, null]);
});

test("assigns a repeat by the rules only once an operator separates it", async () => {
  const [ana, berta] = [await records.operator({ name: "Ana" }), await records.operator({ name: "Berta" })];
  await save([ana, berta]);
  const input = ContactInput.parse(validContact({ email: `${randomUUID()}@example.com` }));
  const submit = async () => {
    const { id } = await submitInquiry(input, { now, requestId: randomUUID() });
    return { kind: "inquiry", id } as const;
  };
  const first = await submit();
  await work();
  const repeat = await submit();
  await work();
  expect(await records.readRow(repeat)).toMatchObject({ repeat_of: first.id, owner_id: null });
  expect(await readOwner(first)).toBe(ana.id);
  await separateRepeat(repeat, { operator: ana, now });
  await work();
  expect(await readOwners([first, repeat])).toEqual([ana.id, berta.id]);
});
