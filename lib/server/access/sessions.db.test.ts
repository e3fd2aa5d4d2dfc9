import { describe, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { database } from "../db.ts";
import { addSession, newOperator } from "./operator.fixture.ts";
import {
  findVisitor,
  listSessions,
  requireAdmin,
  requireOperator,
  requireVisitor,
  revokeOtherSessions,
  revokeSession,
} from "./sessions.ts";

/** A margin in milliseconds that is longer than a slow test takes. */
const minutes = 600_000;
const hour = 3_600_000;
const day = 24 * hour;
const now = new Date();
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

const readRow = (id: string) =>
  database(
    (db) => db.operatorSession.findUnique({ where: { id }, select: { expiresAt: true, updatedAt: true } }),
    "desk",
  );

describe("session", () => {
  test("identifies the operator of a session and whether they have a second factor", async () => {
    const { operator, cookie } = await newOperator("admin");
    const { id, email, role, sessionId } = operator;
    expect(await findVisitor(cookie)).toMatchObject({
      id,
      email,
      role,
      sessionId,
      hasSecondFactor: true,
    });
    const unfinished = await newOperator("member", { hasSecondFactor: false });
    expect(await findVisitor(unfinished.cookie)).toMatchObject({ hasSecondFactor: false });
  });

  test("ends a session after eight hours without use", async () => {
    const { operator, cookie } = await newOperator("member", {
      createdAt: ago(2 * day),
      usedAt: ago(8 * hour - minutes),
    });
    expect(await findVisitor(cookie, { now })).toBeDefined();
    expect(await readRow(operator.sessionId)).toEqual({
      updatedAt: now,
      expiresAt: new Date(now.getTime() + 8 * hour),
    });
    const idle = await newOperator("member", { createdAt: ago(2 * day), usedAt: ago(8 * hour) });
    expect(await findVisitor(idle.cookie, { now })).toBeUndefined();
    expect(await readRow(idle.operator.sessionId)).toBeNull();
  });

  test("ends a session after seven days even if it is in use", async () => {
    const almost = await newOperator("member", { createdAt: ago(7 * day - minutes), usedAt: ago(hour) });
    expect(await findVisitor(almost.cookie, { now })).toBeDefined();
    expect((await readRow(almost.operator.sessionId))?.expiresAt).toEqual(new Date(now.getTime() + minutes));
    const over = { createdAt: ago(7 * day), usedAt: ago(0), expiresAt: new Date(now.getTime() + hour) };
    const old = await newOperator("member", over);
    expect(await findVisitor(old.cookie, { now })).toBeUndefined();
    expect(await readRow(old.operator.sessionId)).toBeNull();
  });

  test("refuses the session of a disabled operator", async () => {
    const { operator, cookie } = await newOperator("admin");
    await database((db) => db.operator.update({ where: { id: operator.id }, data: { disabledAt: now } }), "desk");
    expect(await findVisitor(cookie)).toBeUndefined();
  });

  test("refuses a session with a forged cookie signature", async () => {
    const { cookie } = await newOperator("admin");
    const forged = [
      cookie.replace(/=(.)/, (_, first: string) => `=${first === "a" ? "b" : "a"}`),
      cookie.split("%2E", 1)[0]?.split(".").slice(0, 2).join(".") ?? "",
      `${cookie.slice(0, -8)}AAAA%3D`,
      "desk.session_token=",
      "desk.session_token=%E0%A4%A",
    ];
    for (const each of forged) expect(await findVisitor(each), each).toBeUndefined();
    expect(await findVisitor(null)).toBeUndefined();
    expect(await findVisitor(cookie)).toBeDefined();
  });
});

describe("an operator's own sessions", () => {
  const listOwnSessions = async (operator: Operator) =>
    (await listSessions({ operator, now })).map(({ id, isCurrent }) => ({ id, isCurrent }));

  async function newOperatorWithTwoSessions() {
    const { operator } = await newOperator("member", { createdAt: ago(hour) });
    return { operator, other: await addSession(operator.id, ago(2 * hour)) };
  }

  test("lists the operator's sessions, most recently used first", async () => {
    const { operator, other } = await newOperatorWithTwoSessions();
    const own = { id: operator.sessionId, isCurrent: true };
    expect(await listOwnSessions(operator)).toEqual([own, { id: other, isCurrent: false }]);
    await revokeSession({ id: other }, { operator, now });
    expect(await listOwnSessions(operator)).toEqual([own]);
    await expect(revokeSession({ id: other }, { operator, now })).rejects.toMatchObject({ kind: "not_found" });
  });

  test("ends all of the operator's sessions except the current one", async () => {
    const { operator } = await newOperatorWithTwoSessions();
    await revokeOtherSessions({}, { operator, now });
    expect(await listOwnSessions(operator)).toEqual([{ id: operator.sessionId, isCurrent: true }]);
  });

  test("refuses to end another operator's session", async () => {
    const [{ operator }, stranger] = [await newOperatorWithTwoSessions(), await newOperator("admin")];
    const attempt = revokeSession({ id: operator.sessionId }, { operator: stranger.operator, now });
    await expect(attempt).rejects.toMatchObject({ kind: "not_found" });
    await revokeOtherSessions({}, { operator: stranger.operator, now });
    expect(await listOwnSessions(operator)).toHaveLength(2);
  });
});

test("requires a session with a second factor for operators, and also the role for admins", async () => {
  const { operator: admin, cookie: ofAdmin } = await newOperator("admin");
  const { operator: member, cookie: ofMember } = await newOperator("member");
  const { cookie: ofBeginner } = await newOperator("admin", { hasSecondFactor: false });
  expect(await requireAdmin(ofAdmin)).toEqual(admin);
  expect(await requireOperator(ofMember)).toEqual(member);
  await expect(requireAdmin(ofMember)).rejects.toMatchObject({ kind: "forbidden" });
  expect(await requireVisitor(ofBeginner)).toMatchObject({ hasSecondFactor: false });
  for (const require of [requireOperator, requireAdmin]) {
    await expect(require(ofBeginner)).rejects.toMatchObject({ kind: "unauthorized" });
    await expect(require(null)).rejects.toMatchObject({ kind: "unauthorized" });
  }
  await expect(requireVisitor(null)).rejects.toMatchObject({ kind: "unauthorized" });
});
