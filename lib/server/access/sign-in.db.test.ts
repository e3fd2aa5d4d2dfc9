import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import { consumeTotpCode, spendAttempt } from "./attempts.ts";
import { getOutcome, newOperator, password } from "./operator.fixture.ts";
import { newClient } from "./second-factor.fixture.ts";
import { signIn } from "./sign-in.ts";

const newEmail = () => `${randomBytes(8).toString("hex")}@desk.example`;
const randomAddress = () => `10.${[...randomBytes(3)].join(".")}`;
const windowMilliseconds = 900_000;
const now = new Date(Math.floor(Date.now() / windowMilliseconds) * windowMilliseconds + 1_000);

const spendOne = ({ email = newEmail(), clientIp = randomAddress() }, at = now) =>
  spendAttempt("password", email, { ...newClient(), clientIp }, at);

describe("attempts to sign in", () => {
  test("limits each client to thirty sign-in attempts across all accounts", async () => {
    const clientIp = randomAddress();
    const outcomes = await Promise.all(Array.from({ length: 32 }, () => getOutcome(spendOne({ clientIp }))));
    expect(outcomes.filter((outcome) => outcome === "in")).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === "rate_limited")).toHaveLength(2);
  });

  test("allows sign-in attempts again in the next window", async () => {
    const by = { email: newEmail(), clientIp: randomAddress() };
    for (let at = 0; at < 10; at++) await spendOne(by);
    await expect(spendOne(by)).rejects.toMatchObject({ retryAfterSeconds: 899 });
    const next = now.getTime() + 899_000;
    expect(await getOutcome(spendOne(by, new Date(next - 1)))).toBe("rate_limited");
    expect(await getOutcome(spendOne(by, new Date(next)))).toBe("in");
  });

  test("stores neither the IP address nor the account of a sign-in attempt", async () => {
    const by = { email: newEmail(), clientIp: randomAddress() };
    await spendOne(by);
    const rows = await database((db) => db.signInAttempt.findMany({ where: { windowStart: { lte: now } } }), "desk");
    expect(JSON.stringify(rows)).not.toContain(by.email);
    expect(JSON.stringify(rows)).not.toContain(by.clientIp);
  });

  test.each([0, 1])("refuses a sign-in that cannot be counted, after %i successful queries", async (reads) => {
    const { operator } = await newOperator("member");
    const client = newClient();
    const { query } = pg.Pool.prototype;
    const broken = vi.spyOn(pg.Pool.prototype, "query");
    broken.mockRejectedValue(new Error("the table is away"));
    if (reads > 0) broken.mockImplementationOnce(query);
    expect(await getOutcome(signIn({ email: operator.email, password }, { client: client, now }))).toBe("unavailable");
    expect(broken).toHaveBeenCalledTimes(reads + 1);
  });
});

describe("sign-in", () => {
  const listSessionIds = (operatorId: string) =>
    database((db) => db.operatorSession.findMany({ where: { operatorId }, select: { id: true } }), "desk");

  test("refuses a wrong password, an unknown account and a disabled operator in the same way", async () => {
    const [known, disabled] = [await newOperator("member"), await newOperator("member")];
    const { id } = disabled.operator;
    await database((db) => db.operator.update({ where: { id }, data: { disabledAt: now } }), "desk");
    const tries = [
      { email: known.operator.email, password: "not the password" },
      { email: newEmail(), password },
      { email: disabled.operator.email, password },
      { email: "no address", password },
      { email: known.operator.email, password: "" },
    ];
    const refusals = await Promise.all(
      tries.map((input) =>
        signIn(input, { client: newClient(), now }).catch((error: AppError) => [error.kind, error.message]),
      ),
    );
    expect(new Set(refusals.map(String))).toEqual(
      new Set(["invalid_input,The email address or the password is wrong."]),
    );
    expect(await listSessionIds(id)).toHaveLength(1);
  });

  test("starts no session by password alone if there is a second factor", async () => {
    const { operator, cookie } = await newOperator("member");
    const step = await signIn({ email: operator.email, password }, { client: newClient(), now });
    expect(step.next).toBe("second_factor");
    expect(await listSessionIds(operator.id)).toEqual([{ id: operator.sessionId }]);
    expect(step.setCookies.find((each) => each.startsWith("desk.session_token="))).toMatch(/Max-Age=0/);
    await signIn({ email: operator.email, password }, { client: { ...newClient(), cookie }, now });
    expect(await listSessionIds(operator.id)).toEqual([]);
  });

  test("asks an operator without a second factor to set one up at sign-in", async () => {
    const { operator, cookie } = await newOperator("member", { hasSecondFactor: false });
    const step = await signIn({ email: operator.email, password }, { client: { ...newClient(), cookie }, now });
    expect(step.next).toBe("set_up");
    const where = { operatorId: operator.id, verified: false };
    expect(await database((db) => db.operatorTwoFactor.count({ where }), "desk")).toBe(1);
    const sessions = await listSessionIds(operator.id);
    expect(sessions).toHaveLength(1);
    expect(sessions).not.toContainEqual({ id: operator.sessionId });
  });
});

test("accepts a TOTP code only once per operator", async () => {
  const [id, other] = [randomBytes(8).toString("hex"), randomBytes(8).toString("hex")];
  const late = new Date(now.getTime() + 898_000);
  expect(await consumeTotpCode(id, "123456", late)).toBe(true);
  expect(await consumeTotpCode(id, "123456", late)).toBe(false);
  expect(await consumeTotpCode(id, "123456", new Date(late.getTime() + 2_000))).toBe(false);
  expect(await consumeTotpCode(id, "654321", late)).toBe(true);
  expect(await consumeTotpCode(other, "123456", late)).toBe(true);
});
