// Each test shows a defect of better-auth that is a reason why lib/server/access changes passwords and recovery codes
// itself. A test that fails means that better-auth has fixed its defect.
import { expect, test } from "vitest";
import { database } from "../db.ts";
import { findWaiters, newConnection } from "../waiters.fixture.ts";
import { isSignInRefusal, withAuth } from "./auth.ts";
import type { Auth } from "./better-auth.ts";
import { newOperator, password } from "./operator.fixture.ts";
import { newClient, newRegistered } from "./second-factor.fixture.ts";
import { signIn } from "./sign-in.ts";

type Table = "operator_accounts" | "operator_two_factors";

/** Runs `tasks` concurrently: blocks each at its write to the operator's row in `table`, then releases all of them. */
async function runAtOnce<Result>(table: Table, operatorId: string, tasks: ((auth: Auth) => Promise<Result>)[]) {
  const blocker = await newConnection();
  try {
    await blocker.query("BEGIN");
    const { rows } = await blocker.query(
      `SELECT pg_backend_pid() AS pid FROM ${table} WHERE operator_id = $1 FOR UPDATE`,
      [operatorId],
    );
    let isOver = false;
    const results = Promise.all(tasks.map((task) => withAuth(task))).finally(() => {
      isOver = true;
    });
    results.catch(() => undefined);
    await findWaiters(rows[0].pid, () => isOver, tasks.length);
    await blocker.query("COMMIT");
    return await results;
  } finally {
    await blocker.end();
  }
}

test("shows that better-auth lets two concurrent password changes succeed", async () => {
  const { operator, cookie } = await newOperator("member");
  const headers = new Headers({ cookie });
  const change = (newPassword: string) => (auth: Auth) =>
    auth.api.changePassword({ body: { currentPassword: password, newPassword }, headers });
  const results = await runAtOnce("operator_accounts", operator.id, [
    change("tres perros azules"),
    change("dos ríos rojos"),
  ]);
  expect(results.filter(isSignInRefusal)).toEqual([]);
});

test("shows that a password change by better-auth does not end pending sign-ins", async () => {
  const { operator, cookie } = await newOperator("member");
  await signIn({ email: operator.email, password }, { client: newClient(), now: new Date() });
  const body = { currentPassword: password, newPassword: "tres perros azules", revokeOtherSessions: true };
  await withAuth((auth) => auth.api.changePassword({ body, headers: new Headers({ cookie }) }));
  expect(await database((db) => db.operatorVerification.count({ where: { value: operator.id } }), "desk")).toBe(1);
});

test("shows that better-auth may give out recovery codes that do not work", async () => {
  const { operator, client } = await newRegistered();
  const headers = new Headers({ cookie: client.cookie });
  const renew = (auth: Auth) => auth.api.generateBackupCodes({ body: { password }, headers });
  const results = await runAtOnce("operator_two_factors", operator.id, [renew, renew]);
  const codes = results.flatMap((result) => (isSignInRefusal(result) ? [] : result.backupCodes));
  expect(codes).toHaveLength(20);
  const kept = await withAuth((auth) => auth.api.viewBackupCodes({ body: { userId: operator.id } }));
  expect(isSignInRefusal(kept) ? [] : kept.backupCodes).toHaveLength(10);
});
