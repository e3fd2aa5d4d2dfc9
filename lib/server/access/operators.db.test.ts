import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Admin } from "../../domain/access/operator.ts";
import { listAudit } from "../audit.ts";
import { database } from "../db.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { inviteOperator, listInvitations } from "./invitations.ts";
import { newOperator } from "./operator.fixture.ts";
import {
  changeDuty,
  changeOperatorDuty,
  changeRole,
  getOwnSettings,
  listOperators,
  switchOperator,
} from "./operators.ts";
import { findVisitor } from "./sessions.ts";

// Uses its own database, because the rule about the last admin counts all operators.
beforeAll(() => switchToOwnDatabase(process.env));
beforeEach(() =>
  database(async (db) => {
    await db.operator.deleteMany();
    await db.operatorInvitation.deleteMany();
  }, "desk"),
);
const now = new Date();
describe("change of an operator", () => {
  test("ends all sessions of a disabled operator for good", async () => {
    const [{ operator: admin }, { operator: member, cookie }] = [
      await newOperator("admin"),
      await newOperator("member"),
    ];
    await switchOperator({ id: member.id, state: "disabled" }, { admin, now });
    expect(await findVisitor(cookie)).toBeUndefined();
    await switchOperator({ id: member.id, state: "enabled" }, { admin, now });
    expect(await findVisitor(cookie)).toBeUndefined();
  });

  test("audits a changed role and a disabled operator, but no request without effect", async () => {
    const [{ operator: admin }, { operator: member }] = [await newOperator("admin"), await newOperator("member")];
    await changeRole({ id: member.id, role: "member" }, { admin, now });
    await changeRole({ id: member.id, role: "admin" }, { admin, now });
    await switchOperator({ id: member.id, state: "disabled" }, { admin, now });
    const listed = await listOperators({ admin, now });
    expect(listed).toContainEqual(expect.objectContaining({ id: member.id, role: "admin", disabledAt: now }));
    const { entries } = await listAudit({}, { admin });
    const { email } = member;
    expect(
      entries.filter(({ actor }) => actor === admin.email).map(({ action, details }) => ({ action, details })),
    ).toEqual([
      { action: "operator_disabled", details: { email } },
      { action: "role_changed", details: { email, from: "member", to: "admin" } },
    ]);
  });

  test("refuses to change the role of an operator who does not exist", async () => {
    const { operator: admin } = await newOperator("admin");
    const attempt = changeRole({ id: "nobody", role: "admin" }, { admin, now });
    await expect(attempt).rejects.toMatchObject({ kind: "not_found" });
  });
});

let acting: Admin;
const context = () => ({ admin: acting, now });
const readRole = async (id: string) =>
  (await database((db) => db.operator.findUniqueOrThrow({ where: { id }, select: { role: true } }), "desk")).role;

test("refuses a role change by a former admin", async () => {
  const [a, b, c] = [await newOperator("admin"), await newOperator("admin"), await newOperator("admin")];
  await changeRole({ id: b.operator.id, role: "member" }, { admin: a.operator, now });
  const late = changeRole({ id: c.operator.id, role: "member" }, { admin: b.operator, now });
  await expect(late).rejects.toMatchObject({ kind: "forbidden" });
  expect(await readRole(c.operator.id)).toBe("admin");
});

test.each([
  ["made a member", (id: string) => changeRole({ id, role: "member" }, context())],
  ["disabled", (id: string) => switchOperator({ id, state: "disabled" }, context())],
])("ends the open invitations of an admin who is %s, and refuses new ones", async (_, endAccess) => {
  const [{ operator: other }, { operator: admin }] = [await newOperator("admin"), await newOperator("admin")];
  acting = other;
  const invite = (by: Admin, name: string) =>
    inviteOperator({ email: `${name}@${by.id}.example`, role: "admin" }, { admin: by, now });
  const kept = await invite(other, "kept");
  await invite(admin, "ended");
  await endAccess(admin.id);
  expect((await listInvitations(context())).map(({ email }) => email)).toEqual([kept.email]);
  await expect(invite(admin, "late")).rejects.toMatchObject({ kind: "forbidden" });
});

describe("last admin", () => {
  const last = { kind: "conflict", message: "The last admin cannot be disabled or made a member." };

  test("refuses to make the last admin a member or disable them", async () => {
    const { operator: admin } = await newOperator("admin");
    await newOperator("member");
    await expect(changeRole({ id: admin.id, role: "member" }, { admin, now })).rejects.toMatchObject(last);
    await expect(switchOperator({ id: admin.id, state: "disabled" }, { admin, now })).rejects.toMatchObject(last);
    expect(await readRole(admin.id)).toBe("admin");
  });

  test("ignores disabled admins when it protects the last admin", async () => {
    const [{ operator: admin }, { operator: other }] = [await newOperator("admin"), await newOperator("admin")];
    await switchOperator({ id: other.id, state: "disabled" }, { admin, now });
    await expect(changeRole({ id: admin.id, role: "member" }, { admin, now })).rejects.toMatchObject(last);
    await switchOperator({ id: other.id, state: "enabled" }, { admin, now });
    await changeRole({ id: admin.id, role: "member" }, { admin, now });
    expect(await readRole(admin.id)).toBe("member");
  });

  test("keeps one admin when two admins demote each other at the same time", async () => {
    const [{ operator: one }, { operator: two }] = [await newOperator("admin"), await newOperator("admin")];
    const results = await Promise.allSettled([
      switchOperator({ id: two.id, state: "disabled" }, { admin: one, now }),
      changeRole({ id: one.id, role: "member" }, { admin: two, now }),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

const noon = new Date("2026-11-21T12:00:00.000Z");
const start = new Date("2026-11-30T06:00:00.000Z");

test("puts operators back on duty on the day that they chose", async () => {
  const { operator } = await newOperator("member");
  const dutyAt = async (at: Date) => (await getOwnSettings({ operator, now: at })).duty;
  const onDuty = { isOnDuty: true, offDutyUntil: null };
  expect(await dutyAt(noon)).toEqual(onDuty);
  await changeDuty({ state: "off", until: "2026-11-30" }, { operator, now: noon });
  expect(await dutyAt(new Date(start.getTime() - 1))).toEqual({ isOnDuty: false, offDutyUntil: start });
  expect(await dutyAt(start)).toEqual(onDuty);
  await changeDuty({ state: "off" }, { operator, now: noon });
  expect(await dutyAt(start)).toEqual({ isOnDuty: false, offDutyUntil: null });
  await changeDuty({ state: "on" }, { operator, now: noon });
  expect(await dutyAt(noon)).toEqual(onDuty);
  const past = changeDuty({ state: "off", until: "2026-11-21" }, { operator, now: noon });
  await expect(past).rejects.toMatchObject({ kind: "invalid_input" });
});

test("lets an admin see and change whether an operator is on duty", async () => {
  const { operator: admin } = await newOperator("admin");
  const { id, email } = (await newOperator("member")).operator;
  await changeOperatorDuty({ id, state: "off", until: "2026-11-30" }, { admin, now: noon });
  const listed = await listOperators({ admin, now: noon });
  expect(listed.find((operator) => operator.id === id)).toMatchObject({ isOnDuty: false, offDutyUntil: start });
  const { entries } = await listAudit({}, { admin });
  const own = entries.flatMap(({ actor, action, details }) => (actor === admin.email ? [{ action, details }] : []));
  expect(own).toEqual([{ action: "duty_changed", details: { email, duty: "off", until: "2026-11-30" } }]);
  const missing = changeOperatorDuty({ id: "nobody", state: "on" }, { admin, now: noon });
  await expect(missing).rejects.toMatchObject({ kind: "not_found" });
});
