import { afterAll, describe, expect, test } from "vitest";
import { listAudit } from "../audit.ts";
import { database, disconnect } from "../db.ts";
import { newOperator } from "./operator.fixture.ts";
import { changeRole, listOperators, switchOperator } from "./operators.ts";
import { findVisitor } from "./sessions.ts";

afterAll(disconnect);

const now = new Date();
const roleOf = async (id: string) =>
  (await database((db) => db.operator.findUniqueOrThrow({ where: { id }, select: { role: true } }), "desk")).role;

describe("operators", () => {
  test("are an admin's to see and to change", async () => {
    const [{ operator: member }, { operator: other }] = [await newOperator("member"), await newOperator("member")];
    const forbidden = { kind: "forbidden" };
    await expect(listOperators(member)).rejects.toMatchObject(forbidden);
    await expect(listAudit(member)).rejects.toMatchObject(forbidden);
    await expect(changeRole(member, { id: other.id, role: "admin" }, { now })).rejects.toMatchObject(forbidden);
    await expect(switchOperator(member, { id: other.id, state: "disabled" }, { now })).rejects.toMatchObject(forbidden);
    expect(await roleOf(other.id)).toBe("member");
  });

  test("who are disabled lose their sessions, and do not get them back", async () => {
    const [{ operator: admin }, { operator: member, headers }] = [
      await newOperator("admin"),
      await newOperator("member"),
    ];
    await switchOperator(admin, { id: member.id, state: "disabled" }, { now });
    expect(await findVisitor(headers)).toBeUndefined();
    await switchOperator(admin, { id: member.id, state: "enabled" }, { now });
    expect(await findVisitor(headers)).toBeUndefined();
  });

  test("are changed with an entry in the log, and only when something changes", async () => {
    const [{ operator: admin }, { operator: member }] = [await newOperator("admin"), await newOperator("member")];
    await changeRole(admin, { id: member.id, role: "member" }, { now });
    await changeRole(admin, { id: member.id, role: "admin" }, { now });
    await switchOperator(admin, { id: member.id, state: "disabled" }, { now });
    const { entries } = await listAudit(admin);
    const { email } = member;
    expect(
      entries.filter(({ actor }) => actor === admin.email).map(({ action, details }) => ({ action, details })),
    ).toEqual([
      { action: "operator_disabled", details: { email } },
      { action: "role_changed", details: { email, from: "member", to: "admin" } },
    ]);
  });

  test("that do not exist cannot be changed", async () => {
    const { operator: admin } = await newOperator("admin");
    const attempt = changeRole(admin, { id: "nobody", role: "admin" }, { now });
    await expect(attempt).rejects.toMatchObject({ kind: "not_found" });
  });
});

test("the audit log is read to its end in pages, newest first", async () => {
  const { operator: admin } = await newOperator("admin");
  const actor = admin.email;
  const data = Array.from({ length: 120 }, (_, number) => ({ at: now, actor, action: "sign_in", details: { number } }));
  await database((db) => db.auditEntry.createMany({ data }), "desk");
  const numbers: unknown[] = [];
  let before: string | undefined;
  do {
    const page = await listAudit(admin, before);
    expect(page.entries.length).toBeLessThanOrEqual(50);
    numbers.push(...page.entries.filter((entry) => entry.actor === actor).map(({ details }) => details.number));
    before = page.older;
  } while (before);
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, number) => 119 - number));
});
