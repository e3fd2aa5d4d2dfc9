import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { listAudit } from "../audit.ts";
import { database } from "../db.ts";
import { changePassword } from "./credential.ts";
import { inviteOperator } from "./invitations.ts";
import { addSession, newOperator, password } from "./operator.fixture.ts";
import { changeRole, switchOperator } from "./operators.ts";
import { newClient, newRegistered } from "./second-factor.fixture.ts";
import { renewRecoveryCodes } from "./second-factor.ts";
import { revokeOtherSessions, revokeSession } from "./sessions.ts";
import { signOut } from "./sign-in.ts";

const now = new Date();

test("rolls back a change if its audit entry cannot be stored", async () => {
  // Postgres cannot store a NUL character, so no audit entry of these two operators can be stored.
  const unwritable = { email: "\0" };
  const { operator: owner } = await newRegistered();
  const operator = { ...owner, ...unwritable };
  const admin = { ...(await newOperator("admin")).operator, ...unwritable };
  const { id } = owner;
  const email = `${randomBytes(8).toString("hex")}@desk.example`;
  const other = await addSession(id);
  const read = () =>
    database(
      (db) =>
        Promise.all([
          db.operator.findUnique({ where: { id }, include: { accounts: true, sessions: true, twoFactors: true } }),
          db.operatorInvitation.count({ where: { email } }),
        ]),
      "desk",
    );
  const before = await read();
  const context = { operator, ...newClient(), now };
  const changes = [
    () => changePassword({ current: password, password: "tres perros azules" }, context),
    () => renewRecoveryCodes({ current: password }, context),
    () => revokeSession({ id: other }, context),
    () => revokeOtherSessions({}, context),
    () => signOut({}, { visitor: { ...operator, hasSecondFactor: true }, now }),
    () => changeRole({ id, role: "admin" }, { admin, now }),
    () => switchOperator({ id, state: "disabled" }, { admin, now }),
    () => inviteOperator({ email, role: "member" }, { admin, now }),
  ];
  for (const change of changes) {
    await expect(change(), change.toString()).rejects.toThrow('encoding "UTF8": 0x00');
    expect(await read(), change.toString()).toEqual(before);
  }
});

test("lists the audit log page by page, newest entry first", async () => {
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
