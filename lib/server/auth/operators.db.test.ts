import { afterAll, describe, expect, test } from "vitest";
import { listAudit } from "../audit.ts";
import { database, disconnect } from "../db.ts";
import { newOperator } from "./operator.fixture.ts";
import { changeRole, listOperators, switchOperator } from "./operators.ts";
import { findVisitor } from "./sessions.ts";

afterAll(disconnect);

const now = new Date();
describe("operators", () => {
  test("who are disabled lose their sessions, and do not get them back", async () => {
    const [{ operator: admin }, { operator: member, headers }] = [
      await newOperator("admin"),
      await newOperator("member"),
    ];
    await switchOperator({ id: member.id, state: "disabled" }, { admin, now });
    expect(await findVisitor(headers.get("cookie"))).toBeUndefined();
    await switchOperator({ id: member.id, state: "enabled" }, { admin, now });
    expect(await findVisitor(headers.get("cookie"))).toBeUndefined();
  });

  test("are changed with an entry in the log, and only when something changes", async () => {
    const [{ operator: admin }, { operator: member }] = [await newOperator("admin"), await newOperator("member")];
    await changeRole({ id: member.id, role: "member" }, { admin, now });
    await changeRole({ id: member.id, role: "admin" }, { admin, now });
    await switchOperator({ id: member.id, state: "disabled" }, { admin, now });
    const listed = await listOperators({}, { admin });
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

  test("that do not exist cannot be changed", async () => {
    const { operator: admin } = await newOperator("admin");
    const attempt = changeRole({ id: "nobody", role: "admin" }, { admin, now });
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
    const page = await listAudit({ before }, { admin });
    expect(page.entries.length).toBeLessThanOrEqual(50);
    numbers.push(...page.entries.filter((entry) => entry.actor === actor).map(({ details }) => details.number));
    before = page.older;
  } while (before);
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, number) => 119 - number));
});
