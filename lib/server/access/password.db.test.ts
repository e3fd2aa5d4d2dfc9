import pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { database, disconnect } from "../db.ts";
import { attemptsPerAccountMax, attemptsPerClientMax, spendAttempt, spendConfirmation } from "./attempts.ts";
import { changePassword } from "./credential.ts";
import { newOperator, password } from "./operator.fixture.ts";
import { findVisitor } from "./require-operator.ts";
import { newClient } from "./second-factor.fixture.ts";
import { signIn } from "./sign-in.ts";

afterAll(disconnect);

const now = new Date();
const chosen = "tres perros azules";

const readLog = (operatorId: string) =>
  database((db) => db.auditEntry.findMany({ where: { operatorId }, select: { action: true, details: true } }), "desk");

async function mayEnter(email: string, given: string): Promise<boolean> {
  return signIn({ email, password: given }, { client: newClient(), now }).then(
    () => true,
    () => false,
  );
}

describe("change of a password", () => {
  test("replaces the old password, and ends every session except the current one", async () => {
    const { operator, cookie } = await newOperator("member");
    await signIn({ email: operator.email, password }, { client: newClient(), now });
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
    await changePassword({ current: password, password: chosen }, { operator, ...newClient(), now });
    const where = { operatorId: operator.id };
    expect(await database((db) => db.operatorSession.findMany({ where, select: { id: true } }), "desk")).toEqual([
      { id: operator.sessionId },
    ]);
    expect(await database((db) => db.operatorVerification.count({ where: { value: operator.id } }), "desk")).toBe(0);
    expect(await findVisitor(cookie)).toMatchObject({ id: operator.id });
    expect([await mayEnter(operator.email, password), await mayEnter(operator.email, chosen)]).toEqual([false, true]);
    expect(await readLog(operator.id)).toEqual([{ action: "password_changed", details: null }]);
  });

  test("requires the current password for a change", async () => {
    const { operator } = await newOperator("member");
    const wrong = changePassword({ current: `${password}.`, password: chosen }, { operator, ...newClient(), now });
    await expect(wrong).rejects.toMatchObject({ kind: "invalid_input" });
    expect([await mayEnter(operator.email, password), await mayEnter(operator.email, chosen)]).toEqual([true, false]);
    expect(await readLog(operator.id)).toEqual([]);
  });

  test("refuses one of two concurrent password changes", async () => {
    const { operator } = await newOperator("member");
    const change = (password: string, current: string) =>
      changePassword({ current, password }, { operator, ...newClient(), now });
    const results = await Promise.allSettled([change(`${chosen} 1`, password), change(`${chosen} 2`, password)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("limits attempts at the current password", async () => {
    const { operator } = await newOperator("member");
    const kinds: unknown[] = [];
    for (let attempt = 0; attempt <= attemptsPerAccountMax; attempt++) {
      const tried = changePassword({ current: "wrong", password: chosen }, { operator, ...newClient(), now });
      kinds.push(await tried.catch(({ kind }) => kind));
    }
    expect(kinds.indexOf("rate_limited")).toBe(attemptsPerAccountMax);
    const right = changePassword({ current: password, password: chosen }, { operator, ...newClient(), now });
    await expect(right).rejects.toMatchObject({ kind: "rate_limited" });
  });

  test("allows a password change regardless of strangers' attempts at the sign-in", async () => {
    const { operator } = await newOperator("member");
    const shared = newClient();
    const sign = (email: string) => spendAttempt("password", email, shared, now).catch(({ kind }) => kind);
    for (let attempt = 0; attempt < attemptsPerAccountMax; attempt++) await sign(operator.email);
    expect(await sign(operator.email)).toBe("rate_limited");
    for (let attempt = 0; attempt < attemptsPerClientMax; attempt++) await sign(`${attempt}@desk.example`);
    expect(await sign("nobody@desk.example")).toBe("rate_limited");
    await changePassword({ current: password, password: chosen }, { operator, ...shared, now });
    expect(await readLog(operator.id)).toContainEqual({ action: "password_changed", details: null });
  });

  test("allows thirty attempts per client, whatever the operator", async () => {
    const shared = newClient();
    const kinds: unknown[] = [];
    for (const { operator } of [
      await newOperator("member"),
      await newOperator("member"),
      await newOperator("member"),
    ]) {
      for (let attempt = 0; attempt < attemptsPerAccountMax; attempt++) {
        const tried = spendConfirmation({ operatorId: operator.id, clientIp: shared.clientIp }, now);
        kinds.push(await tried.catch(({ kind }) => kind));
      }
    }
    expect(new Set(kinds)).toEqual(new Set([undefined]));
    const { operator } = await newOperator("member");
    const next = changePassword({ current: password, password: chosen }, { operator, ...shared, now });
    await expect(next).rejects.toMatchObject({ kind: "rate_limited" });
  });

  test("refuses a password change without a password check if the attempt cannot be counted", async () => {
    const { operator } = await newOperator("member");
    const broken = vi.spyOn(pg.Pool.prototype, "query");
    broken.mockRejectedValue(new Error("the table is away"));
    const right = changePassword({ current: password, password: chosen }, { operator, ...newClient(), now });
    await expect(right).rejects.toMatchObject({ kind: "unavailable" });
    expect(broken).toHaveBeenCalledTimes(1);
  });
});
