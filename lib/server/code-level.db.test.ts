import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { query } from "../../scripts/databases.fixture.ts";
import { readMigrations } from "../../scripts/migrate.ts";
import { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { validContact, validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { checkHealth, checkReadiness } from "./check-health.ts";
import { codeLevel } from "./code-level.ts";
import { markOwnServer } from "./host.ts";
import { switchToOwnDatabase } from "./own-database.fixture.ts";
import { purgeDueAndLog } from "./people/retain.ts";
import { submitEvaluation, submitInquiry } from "./submissions/intake/submit.ts";

const { url } = await switchToOwnDatabase(process.env);
const setFloor = (level: number) => query(url, "UPDATE code_floor SET level = $1", [level]);
const context = () => ({ now: new Date(), requestId: randomUUID() });
const submit = () => submitInquiry(ContactInput.parse(validContact()), context());
markOwnServer();
beforeEach(() => setFloor(codeLevel));

const readClock = performance.now.bind(performance);
let passed = 0;
function advanceSeconds(seconds: number): void {
  passed += seconds * 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => readClock() + passed);
}

test("has the code level that the migrations require", () => {
  const levels = readMigrations().flatMap(({ sql }) =>
    Array.from(sql.matchAll(/"code_floor".*?(?:VALUES \(|= )(\d+)/g), ([, level]) => Number(level)),
  );
  expect(Math.max(...levels)).toBe(codeLevel);
});

test("reports code too old for its database as healthy but not ready", async () => {
  const before = await query(url, "SELECT id FROM submissions");
  await setFloor(codeLevel + 1);
  advanceSeconds(6);
  const tooOld = {
    kind: "unavailable",
    message: expect.stringContaining("older than its database"),
    retryAfterSeconds: 60,
  };
  await expect(checkReadiness()).rejects.toMatchObject(tooOld);
  await expect(submit()).rejects.toMatchObject(tooOld);
  const evaluation = EvaluationInput.parse(validEvaluation());
  await expect(submitEvaluation(evaluation, context())).rejects.toMatchObject(tooOld);
  expect(await checkHealth()).toEqual({ status: "ok" });
  await expect(purgeDueAndLog(AbortSignal.timeout(10_000))).rejects.toMatchObject(tooOld);
  expect(await query(url, "SELECT id FROM submissions")).toEqual(before);
  await setFloor(codeLevel);
  expect(await checkReadiness()).toEqual({ status: "ok", database: "ok" });
  expect(await submit()).toMatchObject({ success: true });
});

test("fails readiness at once when a migration makes running code too old", async () => {
  advanceSeconds(0);
  await submit();
  await setFloor(codeLevel + 1);
  await expect(checkReadiness()).rejects.toMatchObject({ kind: "unavailable" });
  advanceSeconds(6);
  await expect(submit()).rejects.toMatchObject({ kind: "unavailable" });
});
