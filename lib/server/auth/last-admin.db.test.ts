import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../../scripts/migrate.ts";
import { database, disconnect } from "../db.ts";
import { newOperator } from "./operator.fixture.ts";
import { changeRole, switchOperator } from "./operators.ts";

// The rule is about all operators there are: this file has a database of its own.
beforeAll(async () => {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: process.env.ADMIN_DATABASE_URL });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} OWNER encaje`);
  await admin.end();
  process.env.DATABASE_URL = (process.env.DATABASE_URL ?? "").replace(/\/[^/]*$/, `/${name}`);
  await migrate(process.env.DATABASE_URL);
});
beforeEach(() => database((db) => db.operator.deleteMany(), "desk"));
afterAll(disconnect);

const now = new Date();
const roleOf = async (id: string) =>
  (await database((db) => db.operator.findUniqueOrThrow({ where: { id }, select: { role: true } }), "desk")).role;

test("who has just been made a member makes nobody else one", async () => {
  const [a, b, c] = [await newOperator("admin"), await newOperator("admin"), await newOperator("admin")];
  await changeRole({ id: b.operator.id, role: "member" }, { admin: a.operator, now });
  const late = changeRole({ id: c.operator.id, role: "member" }, { admin: b.operator, now });
  await expect(late).rejects.toMatchObject({ kind: "forbidden" });
  expect(await roleOf(c.operator.id)).toBe("admin");
});

describe("the last admin", () => {
  const last = { kind: "conflict", message: "The last admin cannot be shut out or made a member." };

  test("stays admin and enabled, whoever asks", async () => {
    const { operator: admin } = await newOperator("admin");
    await newOperator("member");
    await expect(changeRole({ id: admin.id, role: "member" }, { admin, now })).rejects.toMatchObject(last);
    await expect(switchOperator({ id: admin.id, state: "disabled" }, { admin, now })).rejects.toMatchObject(last);
    expect(await roleOf(admin.id)).toBe("admin");
  });

  test("is also the one whom a disabled admin leaves alone", async () => {
    const [{ operator: admin }, { operator: other }] = [await newOperator("admin"), await newOperator("admin")];
    await switchOperator({ id: other.id, state: "disabled" }, { admin, now });
    await expect(changeRole({ id: admin.id, role: "member" }, { admin, now })).rejects.toMatchObject(last);
    await switchOperator({ id: other.id, state: "enabled" }, { admin, now });
    await changeRole({ id: admin.id, role: "member" }, { admin, now });
    expect(await roleOf(admin.id)).toBe("member");
  });

  test("is left of two who shut each other out at the same time", async () => {
    const [{ operator: one }, { operator: two }] = [await newOperator("admin"), await newOperator("admin")];
    const results = await Promise.allSettled([
      switchOperator({ id: two.id, state: "disabled" }, { admin: one, now }),
      changeRole({ id: one.id, role: "member" }, { admin: two, now }),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
