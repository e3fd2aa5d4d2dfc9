import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { database } from "../db.ts";
import { findWaiters, newConnection } from "../waiters.fixture.ts";
import { attemptsPerAccountMax, attemptsPerClientMax, spendAttempt, spendPasswordCheck } from "./attempts.ts";
import { changePassword } from "./credential.ts";
import { resetOperatorFromConsole } from "./invitations.ts";
import { addSession, getOutcome, newOperator, password, readLog } from "./operator.fixture.ts";
import { switchOperator } from "./operators.ts";
import { newClient, newRegistered, newVisitor } from "./second-factor.fixture.ts";
import { confirmSetUp, passSecondFactor } from "./second-factor.ts";
import { findVisitor } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const now = new Date();
type LockedTable = "operator_sessions" | "operator_verifications";

const enterPassword = ({ email }: { email: string }) => signIn({ email, password }, { client: newClient(), now });
const countChallenges = ({ id }: { id: string }) =>
  database((db) => db.operatorVerification.count({ where: { value: id } }), "desk");
const countSessions = ({ id }: { id: string }) =>
  database((db) => db.operatorSession.count({ where: { operatorId: id } }), "desk");

/**
 * Blocks `change` before it deletes the operator's rows in the table `locked`, starts the sign-in `entry`, and unblocks
 * `change` once `entry` waits for it or has ended.
 * @returns "in" if the sign-in succeeds, otherwise the kind of its error
 */
async function signInDuring(
  change: () => Promise<unknown>,
  { id, locked }: { id: string; locked: LockedTable },
  entry: () => Promise<unknown>,
): Promise<unknown> {
  const blocker = await newConnection();
  try {
    const column = locked === "operator_sessions" ? "operator_id" : "value";
    await blocker.query("BEGIN");
    const { rows } = await blocker.query(
      `SELECT pg_backend_pid() AS pid FROM ${locked} WHERE ${column} = $1 FOR UPDATE`,
      [id],
    );
    const isDone = { change: false, entry: false };
    const changed = change().finally(() => {
      isDone.change = true;
    });
    changed.catch(() => undefined);
    const [changing] = await findWaiters(rows[0].pid, () => isDone.change);
    if (changing === undefined) throw new Error("the change was not blocked");
    const result = getOutcome(entry()).finally(() => {
      isDone.entry = true;
    });
    await findWaiters(changing, () => isDone.entry);
    await blocker.query("COMMIT");
    await changed;
    return await result;
  } finally {
    await blocker.end();
  }
}

describe("pending sign-in", () => {
  const changes = {
    "a password change": async (operator: Operator) =>
      changePassword({ current: password, password: "tres perros azules" }, { operator, ...newClient(), now }),
    "an operator reset": async ({ email }: Operator) => resetOperatorFromConsole({ email }, { now }),
    "the disabling of the operator": async ({ id }: Operator) =>
      switchOperator({ id, state: "disabled" }, { admin: (await newOperator("admin")).operator, now }),
  };

  test.each(Object.entries(changes))("refuses a sign-in whose password step coincides with %s", async (_, change) => {
    const { operator } = await newOperator("member");
    await enterPassword(operator);
    const locked = { id: operator.id, locked: "operator_verifications" } as const;
    const result = await signInDuring(
      () => change(operator),
      locked,
      () => enterPassword(operator),
    );
    expect(result).toBe("invalid_input");
    expect(await countChallenges(operator)).toBe(0);
  });

  test.each(Object.entries(changes))("refuses a sign-in whose second factor coincides with %s", async (_, change) => {
    const { operator, recoveryCodes } = await newRegistered();
    const { setCookies } = await enterPassword(operator);
    await addSession(operator.id);
    const [code = ""] = recoveryCodes;
    const result = await signInDuring(
      () => change(operator),
      { id: operator.id, locked: "operator_sessions" },
      () => passSecondFactor({ code }, { client: newClient({ setCookies }), now }),
    );
    expect(result).toBe("unauthorized");
    expect(await countSessions(operator)).toBeLessThanOrEqual(1);
    expect(await countChallenges(operator)).toBe(0);
  });

  test("refuses to set up a second factor during an operator reset", async () => {
    const { visitor, client, code } = await newVisitor();
    const used = await code();
    const result = await signInDuring(
      () => resetOperatorFromConsole({ email: visitor.email }, { now }),
      { id: visitor.id, locked: "operator_sessions" },
      () => confirmSetUp({ code: used }, { visitor, client, now: new Date() }),
    );
    expect(result).toBe("unauthorized");
    expect(await countSessions(visitor)).toBe(0);
  });
});

test("refuses to sign in by password alone if a second factor is set up meanwhile", async () => {
  const { operator } = await newOperator("member", { hasSecondFactor: false });
  const blocker = await newConnection();
  await blocker.query("BEGIN");
  const { rows } = await blocker.query(
    "UPDATE operators SET two_factor_enabled = true WHERE id = $1 RETURNING pg_backend_pid() AS pid",
    [operator.id],
  );
  let isOver = false;
  const result = enterPassword(operator)
    .then(
      ({ next }) => next,
      ({ kind }) => kind,
    )
    .finally(() => {
      isOver = true;
    });
  await findWaiters(rows[0].pid, () => isOver);
  await blocker.query("COMMIT");
  await blocker.end();
  expect(await result).toBe("invalid_input");
  expect(await countSessions(operator)).toBe(1);
});

const chosen = "tres perros azules";
const refused = "invalid_input";

const trySignIn = (email: string, given: string) =>
  getOutcome(signIn({ email, password: given }, { client: newClient(), now }));

describe("password change", () => {
  test("ends every session except the current one when the password changes", async () => {
    const { operator, cookie } = await newOperator("member");
    await signIn({ email: operator.email, password }, { client: newClient(), now });
    await addSession(operator.id);
    await changePassword({ current: password, password: chosen }, { operator, ...newClient(), now });
    const where = { operatorId: operator.id };
    expect(await database((db) => db.operatorSession.findMany({ where, select: { id: true } }), "desk")).toEqual([
      { id: operator.sessionId },
    ]);
    expect(await database((db) => db.operatorVerification.count({ where: { value: operator.id } }), "desk")).toBe(0);
    expect(await findVisitor(cookie)).toMatchObject({ id: operator.id });
    expect([await trySignIn(operator.email, password), await trySignIn(operator.email, chosen)]).toEqual([
      refused,
      "in",
    ]);
    expect(await readLog(operator)).toEqual([{ action: "password_changed", details: null }]);
  });

  test("requires the current password for a password change", async () => {
    const { operator } = await newOperator("member");
    const wrong = changePassword({ current: `${password}.`, password: chosen }, { operator, ...newClient(), now });
    await expect(wrong).rejects.toMatchObject({ kind: "invalid_input" });
    expect([await trySignIn(operator.email, password), await trySignIn(operator.email, chosen)]).toEqual([
      "in",
      refused,
    ]);
    expect(await readLog(operator)).toEqual([]);
  });

  test("refuses one of two concurrent password changes", async () => {
    const { operator } = await newOperator("member");
    const change = (password: string, current: string) =>
      changePassword({ current, password }, { operator, ...newClient(), now });
    const results = await Promise.allSettled([change(`${chosen} 1`, password), change(`${chosen} 2`, password)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("limits attempts to enter the current password", async () => {
    const { operator } = await newOperator("member");
    for (let attempt = 1; attempt < attemptsPerAccountMax; attempt++) {
      await spendPasswordCheck({ operatorId: operator.id, clientIp: newClient().clientIp }, now);
    }
    const tryChange = (current: string) =>
      getOutcome(changePassword({ current, password: chosen }, { operator, ...newClient(), now }));
    expect([await tryChange("wrong"), await tryChange(password)]).toEqual([refused, "rate_limited"]);
  });

  test("allows a password change even if strangers have used up the sign-in attempts", async () => {
    const { operator } = await newOperator("member");
    const shared = newClient();
    const sign = (email: string) => getOutcome(spendAttempt("password", email, shared, now));
    for (let attempt = 0; attempt < attemptsPerAccountMax; attempt++) await sign(operator.email);
    expect(await sign(operator.email)).toBe("rate_limited");
    for (let attempt = 0; attempt < attemptsPerClientMax; attempt++) await sign(`${attempt}@desk.example`);
    expect(await sign("nobody@desk.example")).toBe("rate_limited");
    await changePassword({ current: password, password: chosen }, { operator, ...shared, now });
    expect(await readLog(operator)).toContainEqual({ action: "password_changed", details: null });
  });

  test("limits each client to thirty password confirmations across all operators", async () => {
    const shared = newClient();
    for (let at = 0; at < attemptsPerClientMax; at++) {
      await spendPasswordCheck({ operatorId: `${at}`, clientIp: shared.clientIp }, now);
    }
    const { operator } = await newOperator("member");
    const next = changePassword({ current: password, password: chosen }, { operator, ...shared, now });
    await expect(next).rejects.toMatchObject({ kind: "rate_limited" });
  });

  test("refuses a password change if the attempt cannot be counted", async () => {
    const { operator } = await newOperator("member");
    const broken = vi.spyOn(pg.Pool.prototype, "query");
    broken.mockRejectedValue(new Error("the table is away"));
    const right = changePassword({ current: password, password: chosen }, { operator, ...newClient(), now });
    await expect(right).rejects.toMatchObject({ kind: "unavailable" });
    expect(broken).toHaveBeenCalledTimes(1);
  });
});
