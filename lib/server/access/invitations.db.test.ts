import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import {
  acceptInvitation,
  findInvitation,
  inviteOperator,
  inviteOperatorFromConsole,
  listInvitations,
  type NewInvitation,
  resetOperatorFromConsole,
  revokeInvitation,
} from "./invitations.ts";
import { newOperator, password } from "./operator.fixture.ts";
import { newClient } from "./second-factor.fixture.ts";
import { findVisitor } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const now = new Date();
const later = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1000) });
const day = 86_400;
const newEmail = () => `${randomBytes(8).toString("hex")}@desk.example`;
const readToken = ({ url }: { url: string }) => url.split("/").at(-1) ?? "";
const accept = (invitation: { url: string }, at = { now }, name = "Ana", client = newClient()) =>
  acceptInvitation({ token: readToken(invitation), name, password }, { ...at, client });
const over = { kind: "not_found", message: "This link is no longer valid." };
const findOperator = (email: string) =>
  database((db) => db.operator.findUnique({ where: { email }, include: { accounts: true } }), "desk");
const invite = (email = newEmail()): Promise<NewInvitation> =>
  inviteOperatorFromConsole({ email, role: "member" }, { now });

describe("invitation", () => {
  test("creates one operator even if an invitation is accepted several times at once", async () => {
    const invitation = await invite();
    const results = await Promise.allSettled([accept(invitation), accept(invitation), accept(invitation)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(accept(invitation)).rejects.toMatchObject(over);
    expect(await findOperator(invitation.email)).toMatchObject({
      name: "Ana",
      role: "member",
      twoFactorEnabled: false,
    });
    const step = await signIn({ email: invitation.email, password }, { client: newClient(), now });
    expect(step.next).toBe("set_up");
  });

  test("starts a session without a second factor for the new operator", async () => {
    const former = await newOperator("member");
    const client = { ...newClient(), cookie: former.cookie };
    const { setCookies, next } = await accept(await invite(), { now }, "Ana", client);
    expect(next).toBe("set_up");
    const visitor = await findVisitor(setCookies.map((line) => line.split(";", 1)[0]).join("; "));
    expect(visitor).toMatchObject({ name: "Ana", hasSecondFactor: false });
    expect(visitor?.sessionId).not.toBe(former.operator.sessionId);
    expect(await findVisitor(former.cookie)).toBeUndefined();
  });

  test("expires an invitation after exactly 24 hours", async () => {
    const [good, bad] = [await invite(), await invite()];
    expect(await findInvitation({ token: readToken(good) }, later(day - 1))).toEqual({ email: good.email, name: "" });
    await accept(good, later(day - 1));
    expect(await findInvitation({ token: readToken(bad) }, later(day))).toBeUndefined();
    await expect(accept(bad, later(day))).rejects.toMatchObject(over);
    expect(await findOperator(bad.email)).toBeNull();
  });

  test("refuses an invitation with a wrong token", async () => {
    const token = readToken(await invite());
    const wrong = [
      randomBytes(32).toString("base64url"),
      token.slice(1),
      "",
      createHash("sha256").update(token).digest("hex"),
    ];
    for (const each of wrong) {
      expect(await findInvitation({ token: each }, { now }), each).toBeUndefined();
      await expect(accept({ url: each }), each).rejects.toMatchObject(over);
    }
  });

  test("stores only a hash of the token in an invitation's link", async () => {
    const invitation = await invite();
    const [token, email] = [readToken(invitation), invitation.email];
    const rows = await database((db) => db.operatorInvitation.findMany({ where: { email } }), "desk");
    const entries = await database((db) => db.auditEntry.findMany({ where: { action: "operator_invited" } }), "desk");
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([createHash("sha256").update(token).digest("hex")]);
    expect(JSON.stringify([rows, entries.map(({ details }) => details)])).not.toContain(token);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });

  test("replaces an earlier invitation for the same address", async () => {
    const first = await invite();
    const second = await invite(first.email);
    await expect(accept(first)).rejects.toMatchObject(over);
    await accept(second);
  });

  test("keeps only one of several invitations created for the same address at the same time", async () => {
    const email = newEmail();
    const made = await Promise.all(Array.from({ length: 4 }, () => invite(email)));
    const known = await Promise.all(made.map((each) => findInvitation({ token: readToken(each) }, { now })));
    expect(known.filter(Boolean)).toHaveLength(1);
  });

  test("either accepts or replaces an invitation when both are attempted at the same time", async () => {
    const first = await invite();
    const [accepted, again] = await Promise.allSettled([accept(first), invite(first.email)]);
    const links = await database(
      (db) => db.operatorInvitation.count({ where: { email: first.email, usedAt: null } }),
      "desk",
    );
    // Whichever request comes first, at most one succeeds: a replaced link does not work, and an existing operator
    // cannot be invited.
    expect([accepted.status, again.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect(links).toBe(accepted.status === "fulfilled" ? 0 : 1);
  });

  test("refuses to invite an existing operator", async () => {
    const [{ operator: admin }, { operator: member }] = [await newOperator("admin"), await newOperator("member")];
    const input = { email: newEmail(), role: "admin" } as const;
    expect(await inviteOperator(input, { admin, now })).toMatchObject(input);
    const known = inviteOperator({ email: member.email, role: "admin" }, { admin, now });
    await expect(known).rejects.toBeInstanceOf(AppError);
    await expect(known).rejects.toMatchObject({ kind: "conflict" });
  });

  test("lists an invitation until it is used, revoked or expired", async () => {
    const { operator: admin } = await newOperator("admin");
    const [kept, used, revoked] = [await invite(), await invite(), await invite()];
    const made = [kept, used, revoked].map(({ email }) => email);
    const list = async (at = { now }) =>
      (await listInvitations({ admin, ...at })).map(({ email }) => email).filter((email) => made.includes(email));
    expect((await list()).toSorted()).toEqual(made.toSorted());
    await accept(used);
    await revokeInvitation({ email: revoked.email }, { admin, now });
    await expect(accept(revoked)).rejects.toMatchObject(over);
    for (const { email } of [used, revoked]) {
      await expect(revokeInvitation({ email }, { admin, now })).rejects.toMatchObject(over);
    }
    expect(await list()).toEqual([kept.email]);
    expect(await list(later(day))).toEqual([]);
  });
});

describe("reset of an operator", () => {
  test("ends all sessions and disables the old password at once when an operator is reset", async () => {
    const { operator, cookie } = await newOperator("admin");
    await resetOperatorFromConsole({ email: operator.email }, { now });
    expect(await findVisitor(cookie)).toBeUndefined();
    const attempt = signIn({ email: operator.email, password }, { client: newClient(), now });
    await expect(attempt).rejects.toMatchObject({ kind: "invalid_input" });
  });

  test("lets a reset operator set a new password and second factor", async () => {
    const { operator } = await newOperator("admin");
    const reset = await resetOperatorFromConsole({ email: operator.email }, { now });
    expect(await findInvitation({ token: readToken(reset) }, { now })).toEqual({
      email: operator.email,
      name: operator.name,
    });
    await accept(reset, { now }, "Ana García");
    const renewed = await findOperator(operator.email);
    expect(renewed).toMatchObject({ id: operator.id, role: "admin", name: "Ana García", twoFactorEnabled: false });
    expect(renewed?.accounts).toHaveLength(1);
    expect((await signIn({ email: operator.email, password }, { client: newClient(), now })).next).toBe("set_up");
  });

  test("gives a disabled operator a new password, but no session", async () => {
    const { operator } = await newOperator("member");
    await database((db) => db.operator.update({ where: { id: operator.id }, data: { disabledAt: now } }), "desk");
    const reset = await resetOperatorFromConsole({ email: operator.email }, { now });
    expect(await accept(reset)).toEqual({ setCookies: [], next: "sign_in" });
    expect(await database((db) => db.operatorSession.count({ where: { operatorId: operator.id } }), "desk")).toBe(0);
  });

  test("reports an unknown address as not found when resetting an operator", async () => {
    await expect(resetOperatorFromConsole({ email: newEmail() }, { now })).rejects.toMatchObject({ kind: "not_found" });
  });
});
