import { expect, test } from "vitest";
import { DeskRecords, now } from "../submissions/core/desk.fixture.ts";
import { changeDuty, changeOperatorDuty, getDuty, listOperators } from "./operators.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const start = new Date("2026-11-30T06:00:00.000Z");

test("keeps an operator on duty until they change it, and again from the chosen day", async () => {
  const operator = await records.operator();
  const dutyAt = (at: Date) => getDuty({}, { operator, now: at });
  const onDuty = { isOnDuty: true, offDutyUntil: null };
  expect(await dutyAt(now)).toEqual(onDuty);
  await changeDuty({ state: "off", until: "2026-11-30" }, { operator, now });
  expect(await dutyAt(new Date(start.getTime() - 1))).toEqual({ isOnDuty: false, offDutyUntil: start });
  expect(await dutyAt(start)).toEqual(onDuty);
  await changeDuty({ state: "off" }, { operator, now });
  expect(await dutyAt(start)).toEqual({ isOnDuty: false, offDutyUntil: null });
  await changeDuty({ state: "on" }, { operator, now });
  expect(await dutyAt(now)).toEqual(onDuty);
  const past = changeDuty({ state: "off", until: "2026-11-21" }, { operator, now });
  await expect(past).rejects.toMatchObject({ kind: "invalid_input" });
});

test("lets an admin see and set an operator's duty, with an audit entry", async () => {
  const [admin, { id, email }] = [await records.admin(), await records.operator()];
  await changeOperatorDuty({ id, state: "off", until: "2026-11-30" }, { admin, now });
  const listed = await listOperators({}, { admin, now });
  expect(listed.find((operator) => operator.id === id)).toMatchObject({ isOnDuty: false, offDutyUntil: start });
  const text = "SELECT action, details FROM audit_entries WHERE actor = $1";
  expect((await records.client.query(text, [admin.email])).rows).toEqual([
    { action: "duty_changed", details: { email, duty: "off", until: "2026-11-30" } },
  ]);
  const missing = changeOperatorDuty({ id: "nobody", state: "on" }, { admin, now });
  await expect(missing).rejects.toMatchObject({ kind: "not_found" });
});
