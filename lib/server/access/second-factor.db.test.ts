import { describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { addSession, getOutcome, password } from "./operator.fixture.ts";
import { newClient, newRegistered, newVisitor } from "./second-factor.fixture.ts";
import {
  confirmSetUp,
  countRecoveryCodes,
  countUnreadableSecondFactors,
  passSecondFactor,
  renewRecoveryCodes,
} from "./second-factor.ts";
import { findVisitor } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

async function tryCode(email: string, code = ""): Promise<string> {
  const { setCookies } = await signIn({ email, password }, { client: newClient(), now: new Date() });
  return getOutcome(passSecondFactor({ code }, { client: newClient({ setCookies }), now: new Date() }));
}

const countRenewals = (operatorId: string) =>
  database((db) => db.auditEntry.count({ where: { operatorId, action: "recovery_codes_renewed" } }), "desk");

test("accepts each recovery code once, and never the code of the set-up", async () => {
  const { operator, recoveryCodes, used } = await newRegistered();
  const [recovery] = recoveryCodes;
  expect(await tryCode(operator.email, used)).toBe("invalid_input");
  expect(await tryCode(operator.email, recovery)).toBe("in");
  expect(await tryCode(operator.email, recovery)).toBe("invalid_input");
});

test("counts the operators whose second factor another AUTH_SECRET has encrypted", async () => {
  const before = await countUnreadableSecondFactors();
  const { operator } = await newRegistered();
  expect(await countUnreadableSecondFactors()).toBe(before);
  const lost = { where: { operatorId: operator.id }, data: { secret: "encrypted with another key" } };
  await database((db) => db.operatorTwoFactor.updateMany(lost), "desk");
  expect(await countUnreadableSecondFactors()).toBe(before + 1);
});

test("asks to sign in again if the cookie of the challenge is forged", async () => {
  for (const forged of ["%00.x", "%", "x"]) {
    const client = { ...newClient(), cookie: `desk.two_factor=${forged}` };
    expect(await getOutcome(passSecondFactor({ code: "123456" }, { client, now: new Date() }))).toBe("unauthorized");
  }
});

test("sets up the second factor once if a code is sent twice", async () => {
  const { visitor, client, code } = await newVisitor();
  await addSession(visitor.id);
  const used = await code();
  const confirm = () => confirmSetUp({ code: used }, { visitor, client, now: new Date() });
  const results = await Promise.allSettled([confirm(), confirm()]);
  const [renewed, ...others] = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(others).toEqual([]);
  expect(await findVisitor(client.cookie)).toBeUndefined();
  expect(await findVisitor(newClient(renewed).cookie)).toMatchObject({ id: visitor.id, hasSecondFactor: true });
  expect(await database((db) => db.operatorSession.count({ where: { operatorId: visitor.id } }), "desk")).toBe(1);
});

describe("renewal of recovery codes", () => {
  test("replaces the old recovery codes", async () => {
    const { operator, client, recoveryCodes: old } = await newRegistered();
    const { codes } = await renewRecoveryCodes({ current: password }, { operator, ...client, now: new Date() });
    expect(new Set([...codes, ...old]).size).toBe(20);
    expect(await tryCode(operator.email, old[0])).toBe("invalid_input");
    expect(await tryCode(operator.email, codes[9])).toBe("in");
    expect(await countRecoveryCodes({ operator })).toBe(9);
    expect(await countRenewals(operator.id)).toBe(1);
  });

  test("gives working recovery codes to only one of several concurrent requests", async () => {
    const { operator, client } = await newRegistered();
    const renew = () => renewRecoveryCodes({ current: password }, { operator, ...client, now: new Date() });
    const results = await Promise.allSettled([renew(), renew(), renew()]);
    const handed = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.codes] : []));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.kind] : []));
    expect(refused).toEqual(["conflict", "conflict"]);
    expect(await tryCode(operator.email, handed[0]?.[0])).toBe("in");
    expect(await countRenewals(operator.id)).toBe(1);
  });

  test("requires the password for new recovery codes", async () => {
    const { operator, client, recoveryCodes: old } = await newRegistered();
    const wrong = renewRecoveryCodes({ current: "wrong" }, { operator, ...client, now: new Date() });
    await expect(wrong).rejects.toMatchObject({ kind: "invalid_input" });
    expect(await tryCode(operator.email, old[0])).toBe("in");
    expect(await countRenewals(operator.id)).toBe(0);
  });
});
