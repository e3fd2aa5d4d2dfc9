import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import fc from "fast-check";
import pg from "pg";
import { ContactInput, EvaluationInput } from "../../lib/domain/submissions/core/schema.ts";
import type { App } from "../../tools/processes.ts";
import { generateProbes, type Probe } from "../support/bodies.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { sendBurst } from "../support/burst.ts";
import { isNightly } from "../support/nightly.ts";
import { rawRequest } from "../support/raw.ts";
import { contactTable, evaluationTable } from "../support/spec-table.ts";
import { contactEndpoint, type Endpoint, evaluateEndpoint, newRequestId } from "../support/submissions.ts";
import { createDatabase, strictApiError, test } from "../support/test.ts";

const targets = [
  { endpoint: evaluateEndpoint, bodies: generateProbes(evaluationTable), schema: EvaluationInput },
  { endpoint: contactEndpoint, bodies: generateProbes(contactTable), schema: ContactInput },
];
type Target = (typeof targets)[number];

/** Number of concurrent loops, half of them for each endpoint. Each loop has its own seed. */
const loops = 16;
/** A few bodies per run are enough, because each run uses new seeds. */
const bodiesPerLoop = Math.ceil(Number(process.env.FUZZ_BODIES ?? (isNightly ? 4_000 : 800)) / loops);
const bodyBytesMax = 256 * 1024;
const unlimited = "1000000000";

type Outcome = { endpoint: Endpoint; probe: Probe; requestId: string; status: number; id: number | undefined };

function parseJson(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Predicts the status from the bytes alone or, for JSON, from the published schema. */
function predictStatus({ schema }: Target, { bytes, contentType }: Probe): number {
  if (contentType !== "application/json") return 415;
  if (bytes.length > bodyBytesMax) return 413;
  try {
    return schema.safeParse(parseJson(bytes)).success ? 201 : 400;
  } catch {
    return 400;
  }
}

test.describe("many submissions", () => {
  // In order in one worker, so that the tests share one app.
  test.describe.configure({ mode: "default" });
  let app: App;
  let database: pg.Client;
  test.beforeAll(async () => {
    const url = await createDatabase();
    const limits = { RATE_LIMIT_IP_MAX: unlimited, RATE_LIMIT_AGENT_MAX: unlimited, LOG_LEVEL: "error" };
    app = await startBuiltApp({ DATABASE_URL: url, TRUSTED_PROXY_HOPS: "1", ...limits });
    database = new pg.Client({ connectionString: url });
    await database.connect();
  });
  test.beforeEach(() => database.query("DELETE FROM submissions"));
  test.afterAll(async () => {
    await database.end();
    await app.stop();
  });

  async function send(target: Target, probe: Probe): Promise<Outcome> {
    const { endpoint } = target;
    const requestId = newRequestId();
    const headers = {
      "content-type": probe.contentType,
      "content-length": String(probe.bytes.length),
      "x-request-id": requestId,
    };
    const answer = await rawRequest(endpoint.path, { url: app.url, method: "POST", headers, body: [probe.bytes] });
    const { status } = answer;
    // Do not use `expect` here, because Playwright records each of its calls as a step of the report.
    const wanted = predictStatus(target, probe);
    assert.equal(status, wanted);
    if (probe.mustBe !== undefined) assert.equal(status, probe.mustBe);
    assert.equal(answer.headers["x-request-id"], requestId);
    const id = status === 201 ? endpoint.result.parse(answer.json).id : undefined;
    if (status !== 201) strictApiError.parse(answer.json);
    return { endpoint, probe, requestId, status, id };
  }

  test("stores all of 2,000 simultaneous submissions over 500 connections", async () => {
    expect((await sendBurst(app.url, 2_000)).answers).toEqual({ 201: 2_000 });
    const { rows } = await database.query<{ count: number }>("SELECT count(*)::int AS count FROM submissions");
    expect(rows).toEqual([{ count: 2_000 }]);
  });

  test("stores a row for exactly those generated bodies that get a 201", async () => {
    test.setTimeout(240_000);
    const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
    console.log(`fuzz: FUZZ_SEED=${seed}`);
    const outcomes: Outcome[] = [];
    await Promise.all(
      Array.from({ length: loops }, (_, at) => {
        const target = targets[at % targets.length] as Target;
        const property = fc.asyncProperty(target.bodies, async (probe) => {
          outcomes.push(await send(target, probe));
        });
        return fc.assert(property, { numRuns: bodiesPerLoop, seed: seed + at });
      }),
    );
    printOutcomeCounts(outcomes);
    expect(outcomes.length).toBe(loops * bodiesPerLoop);
    for (const { endpoint } of targets) await expectRows(endpoint, outcomes);
  });

  /** Expects exactly the acknowledged submissions as rows. Only this test uses the database. */
  async function expectRows(endpoint: Endpoint, outcomes: Outcome[]): Promise<void> {
    const { rows } = await database.query<{ id: number; request_id: string }>(
      "SELECT id, request_id FROM submissions WHERE kind = $1 ORDER BY id",
      [endpoint.kind],
    );
    const acknowledged = outcomes.flatMap(({ endpoint: { kind }, requestId, id }) =>
      kind === endpoint.kind && id !== undefined ? [{ id, request_id: requestId }] : [],
    );
    acknowledged.sort((a, b) => a.id - b.id);
    expect(rows).toEqual(acknowledged);
    expect(rows.length).toBeGreaterThan(outcomes.length / 10);
  }
});

function printOutcomeCounts(outcomes: Outcome[]): void {
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { endpoint, probe, status } of outcomes) {
    count(`status ${status}`);
    count(`${endpoint.path} ${probe.kind}`);
    if (probe.kind === "hostile") count(`hostile, ${probe.description} → ${status}`);
  }
  const lines = [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([key, times]) => `  ${key}: ${times}`);
  console.log(`fuzz: ${outcomes.length} bodies\n${lines.join("\n")}`);
}
