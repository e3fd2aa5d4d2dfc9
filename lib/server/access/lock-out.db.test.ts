import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { asObject } from "../../domain/json.ts";
import { database } from "../db.ts";
import { rememberDeviceAndNetwork, type SignInClient, spendAttempt } from "./attempts.ts";
import { changePassword } from "./credential.ts";
import { resetOperatorFromConsole } from "./invitations.ts";
import { getOutcome, newOperator, password, readLog } from "./operator.fixture.ts";
import { switchOperator } from "./operators.ts";
import { newClient, newRegistered } from "./second-factor.fixture.ts";
import { passSecondFactor } from "./second-factor.ts";
import { purgeExpiredAccess } from "./sessions.ts";
import { signIn } from "./sign-in.ts";

const now = new Date();
const unknown = () => `${randomBytes(8).toString("hex")}@desk.example`;
const withDevice = (deviceToken: string) => newClient({ deviceToken });

type Known = { operator: Operator; device: string; network: SignInClient };

/** Creates an operator who has signed in from a known device and network. */
async function newKnownOperator(client = newClient()): Promise<Known> {
  const { operator } = await newOperator("member");
  const device = await database((db) => rememberDeviceAndNetwork(db, operator.id, client, now), "desk");
  return { operator, device, network: { ...client, deviceToken: "" } };
}

const enterPassword = (email: string, client: SignInClient, given = password) =>
  getOutcome(signIn({ email, password: given }, { client: client, now }));

/** @returns number of `count` concurrent attempts that are allowed */
async function countAllowed(
  count: number,
  email: string,
  client: () => SignInClient,
  step: "password" | "code" = "password",
): Promise<number> {
  const attempts = Array.from({ length: count }, () => getOutcome(spendAttempt(step, email, client(), now)));
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((each) => each !== "in" && each !== "rate_limited")).toEqual([]);
  return outcomes.filter((each) => each === "in").length;
}

/** Uses up the attempts that an account allows from unknown devices and networks. */
async function lockAccount(email: string): Promise<void> {
  await countAllowed(11, email, newClient);
  expect(await countAllowed(1, email, newClient)).toBe(0);
}

describe("attempts by strangers", () => {
  test("limits strangers to ten sign-in attempts, but not known devices and networks", async () => {
    const { operator, device, network } = await newKnownOperator();
    expect(await countAllowed(25, operator.email, newClient)).toBe(10);
    expect(await enterPassword(operator.email, newClient())).toBe("rate_limited");
    expect(await enterPassword(operator.email, withDevice(device))).toBe("in");
    expect(await enterPassword(operator.email, network)).toBe("in");
  });

  test("lets the operator's device sign in after strangers on its network are refused", async () => {
    const { operator, device, network } = await newKnownOperator();
    await countAllowed(11, operator.email, () => network);
    for (let each = 0; each < 3; each++) await countAllowed(10, unknown(), () => network);
    expect(await countAllowed(1, unknown(), () => network)).toBe(0);
    const own = { ...withDevice(device), clientIp: network.clientIp };
    expect(await countAllowed(1, operator.email, () => own)).toBe(1);
  });

  test("allows as many attempts for an unknown account as for an existing one", async () => {
    const { operator, network } = await newKnownOperator();
    for (const email of [operator.email, unknown()]) {
      await lockAccount(email);
      expect(await countAllowed(12, email, () => network)).toBe(10);
    }
  });

  test("gives the same response for an unknown account as for an existing one", async () => {
    const { operator } = await newKnownOperator();
    const statements = vi.spyOn(pg.Client.prototype, "query");
    const measureWork = async (email: string) => {
      statements.mockClear();
      const kind = await enterPassword(email, newClient(), "not the password");
      return {
        kind,
        texts: statements.mock.calls.map(([given]: unknown[]) => asObject(given).text ?? given),
      };
    };
    for (const kind of ["invalid_input", "rate_limited"]) {
      const email = unknown();
      if (kind === "rate_limited") await Promise.all([lockAccount(email), lockAccount(operator.email)]);
      const known = await measureWork(operator.email);
      expect(known).toMatchObject({
        kind,
        texts: expect.arrayContaining([expect.stringContaining("sign_in_attempts")]),
      });
      expect(await measureWork(email)).toEqual(known);
    }
  });

  test("audits once that unknown clients have locked an account", async () => {
    const { operator, network } = await newKnownOperator();
    const locked = (from: string) => ({ action: "sign_in_locked", details: { from } });
    await countAllowed(10, operator.email, newClient);
    expect(await readLog(operator)).toEqual([]);
    await countAllowed(10, operator.email, newClient);
    await countAllowed(2, operator.email, newClient);
    expect(await readLog(operator)).toEqual([locked("elsewhere")]);
    await countAllowed(12, operator.email, () => network);
    expect(await readLog(operator)).toEqual([locked("elsewhere"), locked("a known network")]);
  });
});

test("limits all known networks to fifty passwords and ten codes for one account", async () => {
  const { operator } = await newKnownOperator();
  const networks = await Promise.all(Array.from({ length: 8 }, async () => (await newKnownOperator()).network));
  const countAllowedEverywhere = async (step: "password" | "code") => {
    let sum = 0;
    for (const network of networks) sum += await countAllowed(10, operator.email, () => network, step);
    return sum;
  };
  expect(await countAllowedEverywhere("password")).toBe(50);
  expect(await countAllowedEverywhere("code")).toBe(10);
});

test("limits strangers who know the password to ten codes", async () => {
  const { operator, recoveryCodes, client } = await newRegistered();
  const [used = ""] = recoveryCodes;
  const { setCookies } = await signIn({ email: operator.email, password }, { client: newClient(), now });
  const pass = (code: string, deviceToken = "") =>
    getOutcome(passSecondFactor({ code }, { client: newClient({ setCookies, deviceToken }), now }));
  expect(await pass("AAAAA-AAAAA")).toBe("invalid_input");
  await countAllowed(25, operator.email, newClient, "code");
  expect(await pass(used)).toBe("rate_limited");
  const locked = { action: "second_factor_locked", details: { from: "elsewhere" } };
  expect((await readLog(operator)).filter(({ action }) => action === locked.action)).toEqual([locked]);
  expect(await pass(used, client.deviceToken)).toBe("in");
  const other = await newKnownOperator();
  expect(await countAllowed(25, other.operator.email, newClient, "code")).toBe(10);
  expect(await countAllowed(12, other.operator.email, () => other.network, "code")).toBe(10);
});

describe("known device", () => {
  test("gives a known device ten attempts of its own on any network", async () => {
    const { operator, device } = await newKnownOperator();
    const thief = () => withDevice(device);
    expect(await countAllowed(30, operator.email, thief)).toBe(20);
    expect(await countAllowed(1, operator.email, newClient)).toBe(0);
  });

  test("treats a device known to one account as unknown to other accounts", async () => {
    const [{ device }, { operator }] = [await newKnownOperator(), await newKnownOperator()];
    expect(await countAllowed(30, operator.email, () => withDevice(device))).toBe(10);
  });

  test("treats a device with a forged cookie as unknown", async () => {
    const { operator, device } = await newKnownOperator();
    await lockAccount(operator.email);
    const flipped = device.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const forged of [flipped, device.slice(1), `${device}A`, "", "undefined", "x".repeat(8_000)]) {
      expect(await countAllowed(1, operator.email, () => withDevice(forged))).toBe(0);
    }
    expect(await countAllowed(1, operator.email, () => withDevice(device))).toBe(1);
  });

  test("remembers a known device and network for 90 days", async () => {
    const { operator, device, network } = await newKnownOperator();
    const where = { operatorId: operator.id };
    const rows = await database((db) => db.knownPlace.findMany({ where }), "desk");
    expect(rows.map(({ expiresAt }) => expiresAt.getTime() - now.getTime())).toEqual(Array(2).fill(90 * 86_400_000));
    await lockAccount(operator.email);
    for (const [leftMilliseconds, count] of [
      [1, 1],
      [0, 0],
    ] as const) {
      const data = { expiresAt: new Date(now.getTime() + leftMilliseconds) };
      await database((db) => db.knownPlace.updateMany({ where, data }), "desk");
      expect(await countAllowed(1, operator.email, () => withDevice(device))).toBe(count);
      expect(await countAllowed(1, operator.email, () => network)).toBe(count);
    }
  });

  test("remembers a shared device for each operator, and replaces forged device tokens", async () => {
    const first = await newKnownOperator(withDevice("A".repeat(43)));
    expect(first.device).toMatch(/^[\w-]{43}$/);
    expect(first.device).not.toBe("A".repeat(43));
    const second = await newKnownOperator(withDevice(first.device));
    expect(second.device).toBe(first.device);
    for (const { operator, device } of [first, second]) {
      await lockAccount(operator.email);
      expect(await countAllowed(1, operator.email, () => withDevice(device))).toBe(1);
    }
  });

  test("remembers a device after a change of password, but not after a reset", async () => {
    const { operator, device } = await newKnownOperator();
    const { operator: admin } = await newOperator("admin");
    const email = unknown();
    await changePassword({ current: password, password: "tres perros azules" }, { operator, ...newClient(), now });
    await database((db) => db.operator.update({ where: { id: operator.id }, data: { email } }), "desk");
    await lockAccount(email);
    expect(await countAllowed(1, email, () => withDevice(device))).toBe(1);
    await resetOperatorFromConsole({ email }, { now });
    expect(await countAllowed(1, email, () => withDevice(device))).toBe(0);
    const other = await newKnownOperator();
    await lockAccount(other.operator.email);
    await switchOperator({ id: other.operator.id, state: "disabled" }, { admin, now });
    await switchOperator({ id: other.operator.id, state: "enabled" }, { admin, now });
    expect(await countAllowed(1, other.operator.email, () => withDevice(other.device))).toBe(0);
  });

  test("stores known devices and networks only as hashes, and deletes expired ones", async () => {
    const { operator, device, network } = await newKnownOperator();
    const read = () => database((db) => db.knownPlace.findMany({ where: { operatorId: operator.id } }), "desk");
    const stored = await read();
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(device);
    expect(JSON.stringify(stored)).not.toContain(network.clientIp);
    const [{ key } = { key: "" }] = stored;
    await database((db) => db.knownPlace.updateMany({ where: { key }, data: { expiresAt: new Date(0) } }), "desk");
    await purgeExpiredAccess({ now: new Date(1) });
    expect(await read()).toEqual(stored.slice(1));
    await database((db) => db.operator.delete({ where: { id: operator.id } }), "desk");
    expect(await read()).toEqual([]);
  });
});
