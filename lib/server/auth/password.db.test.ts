import { afterAll, describe, expect, test } from "vitest";
import { database, disconnect } from "../db.ts";
import { newOperator, password } from "./operator.fixture.ts";
import { changePassword } from "./password.ts";
import { findVisitor } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { attemptsPerAccountMax } from "./sign-in-attempts.ts";

afterAll(disconnect);

const now = new Date();
let clients = 0;
const client = () => ({ clientIp: `2001:db8:77::${++clients}`, headers: new Headers() });
const chosen = "tres perros azules";

const logOf = (operatorId: string) =>
  database((db) => db.auditEntry.findMany({ where: { operatorId }, select: { action: true, details: true } }), "desk");

async function mayEnter(email: string, given: string): Promise<boolean> {
  return signIn({ email, password: given }, client(), { now }).then(
    () => true,
    () => false,
  );
}

describe("a changed password", () => {
  test("lets in where the old one did, and ends every session but the one that asked", async () => {
    const { operator, headers } = await newOperator("member");
    await signIn({ email: operator.email, password }, client(), { now });
    await database(
      (db) =>
        db.operatorSession.create({
          data: {
            id: `other-${operator.id}`,
            token: operator.id,
            operatorId: operator.id,
            expiresAt: new Date(now.getTime() + 60_000),
            createdAt: now,
            updatedAt: now,
          },
        }),
      "desk",
    );
    await changePassword(operator, { current: password, password: chosen }, client(), { now });
    const where = { operatorId: operator.id };
    expect(await database((db) => db.operatorSession.findMany({ where, select: { id: true } }), "desk")).toEqual([
      { id: operator.sessionId },
    ]);
    expect(await database((db) => db.operatorVerification.count({ where: { value: operator.id } }), "desk")).toBe(0);
    expect(await findVisitor(headers)).toMatchObject({ id: operator.id });
    expect([await mayEnter(operator.email, password), await mayEnter(operator.email, chosen)]).toEqual([false, true]);
    expect(await logOf(operator.id)).toEqual([{ action: "password_changed", details: null }]);
  });

  test("needs the one there is: else nothing changes", async () => {
    const { operator } = await newOperator("member");
    const wrong = changePassword(operator, { current: `${password}.`, password: chosen }, client(), { now });
    await expect(wrong).rejects.toMatchObject({ kind: "invalid_input" });
    expect([await mayEnter(operator.email, password), await mayEnter(operator.email, chosen)]).toEqual([true, false]);
    expect(await logOf(operator.id)).toEqual([]);
  });

  test("of two at once one is refused", async () => {
    const { operator } = await newOperator("member");
    const change = (password: string, current: string) =>
      changePassword(operator, { current, password }, client(), { now });
    const results = await Promise.allSettled([change(`${chosen} 1`, password), change(`${chosen} 2`, password)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("cannot be guessed for long", async () => {
    const { operator } = await newOperator("member");
    const kinds: unknown[] = [];
    for (let attempt = 0; attempt <= attemptsPerAccountMax; attempt++) {
      const tried = changePassword(operator, { current: "wrong", password: chosen }, client(), { now });
      kinds.push(await tried.catch(({ kind }) => kind));
    }
    expect(kinds.indexOf("rate_limited")).toBe(attemptsPerAccountMax);
    const right = changePassword(operator, { current: password, password: chosen }, client(), { now });
    await expect(right).rejects.toMatchObject({ kind: "rate_limited" });
  });
});
