// Tests statements with DATABASE_POOLER=transaction. npm test -- poolers runs this file behind PgBouncer.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import type { RequestContext } from "../domain/request-context.ts";
import { EvaluationInput } from "../domain/submissions/core/schema.ts";
import { validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { listCatalogApis } from "./catalog/list-catalog-apis.ts";
import { database, runIntakeStatement, type Work } from "./db.ts";
import { inLongTransaction } from "./maintenance.ts";
import { switchToOwnDatabase } from "./own-database.fixture.ts";
import { submitEvaluation } from "./submissions/intake/submit.ts";
import { applyRealTimeouts } from "./timeouts.fixture.ts";

process.env.DATABASE_POOLER = "transaction";
const { url } = await switchToOwnDatabase(process.env);

const submit = (more: Partial<RequestContext> = {}) =>
  submitEvaluation(EvaluationInput.parse(validEvaluation()), { now: new Date(), requestId: randomUUID(), ...more });

const kinds: Work[] = ["intake", "submissions", "catalog", "desk", "maintenance", "mail", "readiness"];

test("leaves no settings in the session after a transaction", async () => {
  const submissionKey = randomUUID();
  const [first, repeated] = [await submit({ submissionKey }), await submit({ submissionKey })];
  await submit({ isStoredOnce: true });
  expect(repeated.id).toBe(first.id);
  for (const search of ["", "a", "api", "api catalog"]) await listCatalogApis({ search });
  await database((db) => db.submission.findMany({ select: { id: true }, where: { id: first.id } }));
  await inLongTransaction((tx) => tx.submission.count());
  for (const kind of kinds) {
    const { rows } = await database(
      (_db, pool) =>
        pool.query(
          `SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS names,
             (SELECT count(*)::int FROM pg_settings WHERE source IN ('session', 'override') AND name ~ 'timeout|plan') AS set`,
        ),
      kind,
    );
    expect(rows, kind).toEqual([{ names: 0, set: 0 }]);
  }
});

test("sets the timeouts of a transaction, whatever the database's own timeouts are", async () => {
  const name = new URL(url).pathname.slice(1);
  await database((db) => db.$executeRawUnsafe(`ALTER DATABASE ${name} SET statement_timeout = '5s'`));
  await applyRealTimeouts();
  const bounds = "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock";
  const insert = await database((_db, pool) => runIntakeStatement(pool, { name: "bounds", text: bounds }), "intake");
  expect(insert.rows).toEqual([{ statement: "2s", lock: "500ms" }]);
  expect(await inLongTransaction((tx) => tx.$queryRawUnsafe(bounds))).toEqual([{ statement: "1min", lock: "0" }]);
});

test("fails only the submission whose key is locked", async () => {
  await applyRealTimeouts();
  const key = randomUUID();
  const { id } = await submit();
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("BEGIN");
  await other.query("UPDATE submissions SET submission_key = $1 WHERE kind = 'evaluation' AND id = $2", [key, id]);
  const [first, locked, last] = await Promise.allSettled([submit(), submit({ submissionKey: key }), submit()]);
  await other.query("ROLLBACK");
  await other.end();
  expect([first.status, last.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(locked).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
});
