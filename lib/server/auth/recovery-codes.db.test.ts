import { afterAll, describe, expect, test } from "vitest";
import { database, disconnect } from "../db.ts";
import { password } from "./operator.fixture.ts";
import { newClient, newRegistered } from "./second-factor.fixture.ts";
import { countRecoveryCodes, passSecondFactor, renewRecoveryCodes } from "./second-factor.ts";
import { signIn } from "./sign-in.ts";

afterAll(disconnect);

const now = new Date();

async function mayPass(email: string, code = ""): Promise<boolean> {
  const { setCookies } = await signIn({ email, password }, { client: newClient(), now });
  return passSecondFactor({ code }, { client: newClient({ setCookies }), now }).then(
    () => true,
    () => false,
  );
}

const renewalsOf = (operatorId: string) =>
  database((db) => db.auditEntry.count({ where: { operatorId, action: "recovery_codes_renewed" } }), "desk");

describe("renewed recovery codes", () => {
  test("let in where the old ones did", async () => {
    const { operator, client, recoveryCodes: old } = await newRegistered();
    const { codes } = await renewRecoveryCodes({ current: password }, { operator, ...client, now });
    expect(new Set([...codes, ...old]).size).toBe(20);
    expect(await mayPass(operator.email, old[0])).toBe(false);
    expect(await mayPass(operator.email, codes[9])).toBe(true);
    expect(await countRecoveryCodes({}, { operator })).toBe(9);
    expect(await renewalsOf(operator.id)).toBe(1);
  });

  test("of several who ask at once are handed to one, and theirs are those that count", async () => {
    const { operator, client } = await newRegistered();
    const renew = () => renewRecoveryCodes({ current: password }, { operator, ...client, now });
    const results = await Promise.allSettled([renew(), renew(), renew()]);
    const handed = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.codes] : []));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.kind] : []));
    expect(refused).toEqual(["conflict", "conflict"]);
    expect(await mayPass(operator.email, handed[0]?.[0])).toBe(true);
    expect(await renewalsOf(operator.id)).toBe(1);
  });

  test("need the password: else the old ones stay", async () => {
    const { operator, client, recoveryCodes: old } = await newRegistered();
    const wrong = renewRecoveryCodes({ current: "wrong" }, { operator, ...client, now });
    await expect(wrong).rejects.toMatchObject({ kind: "invalid_input" });
    expect(await mayPass(operator.email, old[0])).toBe(true);
    expect(await renewalsOf(operator.id)).toBe(0);
  });
});
