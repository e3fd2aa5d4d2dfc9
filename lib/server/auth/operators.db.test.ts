import { afterAll, describe, expect, test } from "vitest";
import { listAudit } from "../audit.ts";
import { disconnect } from "../db.ts";
import { newOperator } from "./operator.fixture.ts";
import { changeRole, listOperators, switchOperator } from "./operators.ts";
import { findVisitor } from "./require-operator.ts";

afterAll(disconnect);

const now = new Date();
describe("operators", () => {
  test("who are disabled lose their sessions, and do not get them back", async () => {
    const [{ operator: admin }, { operator: member, cookie }] = [
      await newOperator("admin"),
      await newOperator("member"),
    ];
    await switchOperator({ id: member.id, state: "disabled" }, { admin, now });
    expect(await findVisitor(cookie)).toBeUndefined();
    await switchOperator({ id: member.id, state: "enabled" }, { admin, now });
    expect(await findVisitor(cookie)).toBeUndefined();
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
