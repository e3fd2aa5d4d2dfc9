import { afterAll, describe, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { database, disconnect } from "../db.ts";
import { findWaiters, newConnection } from "../waiters.fixture.ts";
import { changePassword } from "./credential.ts";
import { resetFromConsole } from "./invitations.ts";
import { newOperator, password } from "./operator.fixture.ts";
import { switchOperator } from "./operators.ts";
import { newClient, newRegistered, newVisitor } from "./second-factor.fixture.ts";
import { confirmSetUp, passSecondFactor } from "./second-factor.ts";
import { signIn } from "./sign-in.ts";

afterAll(disconnect);

const now = new Date();
type LockedTable = "operator_sessions" | "operator_verifications";

const enter = ({ email }: { email: string }) => signIn({ email, password }, { client: newClient(), now });
const countChallenges = ({ id }: { id: string }) =>
  database((db) => db.operatorVerification.count({ where: { value: id } }), "desk");
const countSessions = ({ id }: { id: string }) =>
  database((db) => db.operatorSession.count({ where: { operatorId: id } }), "desk");

/**
 * Blocks `change` before it deletes the rows of `locked`, starts `entry`, and unblocks `change` once `entry` waits for it
 * or has ended.
 * @returns "in" or the kind of the entry's refusal
 */
async function during(
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
    const result = entry()
      .then(
        () => "in",
        ({ kind }) => kind,
      )
      .finally(() => {
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
    "a change of the password": async (operator: Operator) =>
      changePassword({ current: password, password: "tres perros azules" }, { operator, ...newClient(), now }),
    "a reset": async ({ email }: Operator) => resetFromConsole({ email }, { now }),
    "disabling the operator": async ({ id }: Operator) =>
      switchOperator({ id, state: "disabled" }, { admin: (await newOperator("admin")).operator, now }),
  };

  test.each(Object.entries(changes))("ends a pending sign-in after %s before its second factor", async (_, change) => {
    const { operator } = await newOperator("member");
    await enter(operator);
    const locked = { id: operator.id, locked: "operator_verifications" } as const;
    const result = await during(
      () => change(operator),
      locked,
      () => enter(operator),
    );
    expect(result).toBe("invalid_input");
    expect(await countChallenges(operator)).toBe(0);
  });

  test.each(Object.entries(changes))("ends a pending sign-in after %s during its second factor", async (_, change) => {
    const { operator, recoveryCodes } = await newRegistered();
    const { setCookies } = await enter(operator);
    const other = { id: `other-${operator.id}`, token: operator.id, operatorId: operator.id };
    const times = { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + 60_000) };
    await database((db) => db.operatorSession.create({ data: { ...other, ...times } }), "desk");
    const [code = ""] = recoveryCodes;
    const result = await during(
      () => change(operator),
      { id: operator.id, locked: "operator_sessions" },
      () => passSecondFactor({ code }, { client: newClient({ setCookies }), now }),
    );
    expect(result).toBe("unauthorized");
    expect(await countSessions(operator)).toBeLessThanOrEqual(1);
    expect(await countChallenges(operator)).toBe(0);
  });

  test("ends a pending sign-in after a reset while the second factor is set up", async () => {
    const { visitor, client, code } = await newVisitor();
    const used = await code();
    const result = await during(
      () => resetFromConsole({ email: visitor.email }, { now }),
      { id: visitor.id, locked: "operator_sessions" },
      () => confirmSetUp({ code: used }, { visitor, client, now }),
    );
    expect(result).toBe("unauthorized");
    expect(await countSessions(visitor)).toBe(0);
  });
});

test("requires the second factor if it was set up during the sign-in", async () => {
  const { operator } = await newOperator("member", { hasSecondFactor: false });
  const blocker = await newConnection();
  await blocker.query("BEGIN");
  const { rows } = await blocker.query(
    "UPDATE operators SET two_factor_enabled = true WHERE id = $1 RETURNING pg_backend_pid() AS pid",
    [operator.id],
  );
  let isOver = false;
  const result = enter(operator)
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
