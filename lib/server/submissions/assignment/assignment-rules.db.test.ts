import { beforeEach, expect, test } from "vitest";
import { NewRule, rulesMax } from "../../../domain/submissions/assignment/assignment.ts";
import { listAudit } from "../../audit.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import {
  listAssignmentRules,
  listLatestAssignable,
  orderAssignmentRules,
  removeAssignmentRule,
  saveAssignmentRule,
  setAssignmentRuleEnabled,
} from "./assignment-rules.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const [admin, ana] = [await records.admin(), await records.operator({ name: "Ana" })];
beforeEach(() => records.client.query("DELETE FROM assignment_rules; DELETE FROM audit_entries"));

const save = (change: object = {}) =>
  saveAssignmentRule(NewRule.parse({ name: "A rule", operators: [ana.id], ...change }), { admin, now });
const list = () => listAssignmentRules({ admin, now });
const names = async () => (await list()).map(({ name }) => name);

test("adds, changes, switches off, reorders and removes rules", async () => {
  const berta = await records.operator({ name: "Berta", disabled_at: now });
  const [one, two] = [await save({ name: "One" }), await save({ name: "Two", company: "Café", operators: [berta.id] })];
  await save({ name: "Three" });
  expect(await save({ ...one, name: "1", language: "es", operators: [berta.id, ana.id] })).toEqual({
    rule: one.rule,
    version: 2,
  });
  await orderAssignmentRules({ rules: [two.rule, one.rule] }, { admin, now });
  await setAssignmentRuleEnabled({ ...two, isOn: false }, { admin, now });
  const any = { kind: null, route: null, language: null, channel: null, company: null, topic: null };
  const onDuty = { isOnDuty: true, offDutyUntil: null, isDisabled: false, lastTurn: 0 };
  const disabled = { id: berta.id, name: "Berta", ...onDuty, isDisabled: true, isOnDuty: false };
  expect(await list()).toMatchObject([
    { ...any, name: "Two", version: 1, isOn: false, company: "Café", operators: [disabled] },
    { ...any, name: "1", version: 2, isOn: true, language: "es", operators: [{ id: ana.id, ...onDuty }, disabled] },
    { name: "Three", version: 1 },
  ]);
  await removeAssignmentRule({ rule: one.rule, version: 2 }, { admin, now });
  expect(await names()).toEqual(["Two", "Three"]);
  const { rows } = await records.client.query("SELECT action, details FROM audit_entries ORDER BY id");
  expect(rows.map(({ action }) => action)).toEqual([
    ...Array(4).fill("assignment_rule_saved"),
    ...["assignment_rules_ordered", "assignment_rule_switched", "assignment_rule_removed"],
  ]);
  // A company's name may also be a person's name, so the audit log must not contain it.
  expect(JSON.stringify(rows)).not.toMatch(/Café|Two/);
});

test("refuses the second of two changes to the same version of a rule", async () => {
  const rule = await save();
  const both = await Promise.allSettled([save({ ...rule, name: "One" }), save({ ...rule, name: "Two" })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  for (const refused of [
    () => save(rule),
    () => setAssignmentRuleEnabled({ ...rule, isOn: false }, { admin, now }),
    () => removeAssignmentRule(rule, { admin, now }),
  ]) {
    await expect(refused()).rejects.toMatchObject({ kind: "conflict" });
  }
});

test("saves a rule that was switched off while it was being edited", async () => {
  const rule = await save();
  await setAssignmentRuleEnabled({ ...rule, isOn: false }, { admin, now });
  await save({ ...rule, name: "Renamed" });
  expect(await list()).toMatchObject([{ name: "Renamed", isOn: false }]);
});

test("shows a rule's name in the audit log, or its number once removed", async () => {
  const saved = await save({ name: "Café" });
  const readDetails = async () => (await listAudit({}, { admin })).entries.map(({ details }) => details);
  expect(await readDetails()).toMatchObject([{ rule: "Café" }]);
  await removeAssignmentRule(saved, { admin, now });
  expect((await readDetails()).map(({ rule }) => rule)).toEqual([saved.rule, saved.rule]);
});

test("refuses a rule with an unknown operator", async () => {
  await expect(save({ operators: [ana.id, "nobody"] })).rejects.toMatchObject({ kind: "invalid_input" });
  for (let count = 0; count < rulesMax; count++) await save();
  await expect(save()).rejects.toMatchObject({ kind: "conflict" });
});

test("lists the latest submissions for trying out rules", async () => {
  const first = await records.inquiry({ created_at: hoursAgo(3), topic: "receipts" });
  await records.inquiry({ created_at: hoursAgo(1), repeat_of: first.id });
  await records.inquiry({ created_at: hoursAgo(1), consent_withdrawn_at: now });
  await records.inquiry({ created_at: hoursAgo(1), status: "spam" });
  const second = await records.evaluation({ created_at: hoursAgo(2), company: "Casa Ruiz", channel: "web" });
  const latest = await listLatestAssignable({ admin });
  const shared = { name: "Ana Ruiz", language: "es", channel: "web" };
  expect(latest).toEqual([
    { ...second, ...shared, route: "review", company: "Casa Ruiz", topic: null },
    { ...first, ...shared, route: null, company: null, topic: "receipts" },
  ]);
});
