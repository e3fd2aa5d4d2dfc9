import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { AppError } from "../domain/errors.ts";
import { asObject } from "../domain/json.ts";
import { splitConnections } from "./connections.ts";
import { env } from "./env.ts";
import { Prisma, PrismaClient } from "./generated/prisma/client.ts";
import { describeError, log } from "./log.ts";
import { isStopping, oncePerProcess } from "./process.ts";
import { type SeenWork, seen } from "./seen.ts";
import { createTurns } from "./turns.ts";

/**
 * In milliseconds. Callers must learn within three seconds that the database is unavailable, and the rate limits may
 * take half a second of this time, so `statement` is shorter. `connect` and `query` matter only if the host has
 * vanished. They are longer, because the event loop may be late.
 */
export const timeouts = { connect: 5_000, statement: 2_000, lock: 500, query: 5_000, silence: 2_200, wait: 10_000 };
/**
 * Timeouts for erasures and purges, which read whole tables. `connect` and `query`, which also limit transactions, take
 * less than `silence` together, so that work is rolled back by the time that it is reported as failed.
 */
export const maintenanceTimeouts = { connect: 30_000, statement: 60_000, query: 61_000, silence: 95_000, wait: 95_000 };
const waitingMax = 5_000;
const retryAfterSeconds = 5;

/** Each kind has connections of its own, so that operators and searches cannot use up those for submissions. */
export type Work = keyof ReturnType<typeof splitConnections>;

/** A key locked by another transaction, such as an erasure, must not delay the other submissions for long. */
const getIntakeSettings = () => `lock_timeout = ${timeouts.lock}`;
/** A generic plan would use the trigram index even for words without a trigram. */
const catalogSettings = "plan_cache_mode = force_custom_plan";

/** Each transaction may run in a different Postgres session, which lacks our settings and named statements. */
const isPooledByTransaction = () => env().DATABASE_POOLER === "transaction";

/** Higher than the number of connections, because several submissions share a statement. */
const intakeConcurrency = 256;

/** Prisma's client and the connection pool of its driver. Statements on the hot path use the driver directly. */
type Database = { client: PrismaClient; pool: pg.Pool; takeTurn: ReturnType<typeof createTurns> };

const databases = oncePerProcess("databases", () => new Map<Work, Database>());

function openDatabase(kind: Work): Database {
  const { connect, statement, query, silence, wait } = kind === "maintenance" ? maintenanceTimeouts : timeouts;
  const max = splitConnections(env().DATABASE_CONNECTIONS)[kind];
  // Most Postgres packages enable JIT. Compilation takes longer than the statement: searches took twice as long.
  const settings = [`statement_timeout = ${statement}`, "jit = off"];
  if (kind === "intake") settings.push(getIntakeSettings());
  if (kind === "catalog") settings.push(catalogSettings);
  // Applies the settings with SET statements, because poolers refuse them as connection start parameters.
  const setUp = settings.map((setting) => `SET ${setting}`).join("; ");
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    application_name: "encaje",
    max,
    connectionTimeoutMillis: connect,
    query_timeout: query,
    keepAlive: true,
    ...(isPooledByTransaction() ? {} : { onConnect: (client: pg.ClientBase) => client.query(setUp) }),
  });
  const logLostConnection = (error: Error) => {
    // The embedded Postgres stops with this process, so a connection lost while stopping is expected.
    if (!isStopping()) log().warn({ error: describeError(error) }, "a database connection was lost");
  };
  // Prisma adds its own listener only once connected. Without a listener, an error event would end the process.
  pool.on("error", logLostConnection);
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, {
      onConnectionError: logLostConnection,
      statementNameGenerator: ({ sql }) => getStatementName(sql),
    }),
    errorFormat: "minimal",
    transactionOptions: { maxWait: connect, timeout: query },
  });
  const bounds = {
    concurrency: kind === "intake" ? intakeConcurrency : max,
    waitingMax,
    waitMillisecondsMax: wait,
    silenceMillisecondsMax: silence,
  };
  const made = { client, pool, takeTurn: createTurns(bounds, isOwnError) };
  databases.set(kind, made);
  return made;
}

const statementsMax = 100;
const statementNames = new Map<string, string>();

/** Postgres plans a named statement once per connection. Names are limited: lists of many lengths would fill memory. */
function getStatementName(sql: string): string {
  if (isPooledByTransaction()) return "";
  const known = statementNames.get(sql);
  if (known !== undefined || statementNames.size >= statementsMax) return known ?? "";
  const name = `encaje_${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** Named statements are planned once per connection. Poolers in transaction mode do not support them. */
export function toPreparedStatement(statement: pg.QueryConfig): pg.QueryConfig {
  return isPooledByTransaction() ? { ...statement, name: undefined } : statement;
}

/** Lets Postgres plan the statement for its actual values, because a generic plan suits only the most common values. */
export function withoutPreparedStatement({ text, values }: Prisma.Sql): { text: string; values: unknown[] } {
  return { text, values };
}

/** Behind a pooler, a transaction sets the lock timeout: without it, one locked key would block all submissions. */
export function runIntakeStatement<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  if (!isPooledByTransaction()) return pool.query<Row>(statement);
  const begin = `BEGIN; SET LOCAL statement_timeout = ${timeouts.statement}; SET LOCAL ${getIntakeSettings()}`;
  return inDriverTransaction(pool, (client) => client.query<Row>(toPreparedStatement(statement)), begin);
}

/** Finds the SQLSTATE of a database error, which the driver adapter puts in several places. */
function findSqlState(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Object && depth < 5; depth++) {
    const { originalCode, code, cause, meta } = asObject(at);
    if (typeof originalCode === "string") return originalCode;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^P\d{4}$/.test(code)) return code;
    at = cause ?? asObject(meta).driverAdapterError;
  }
  return undefined;
}

/** Repeated or missing statement name: a pooler switches sessions although DATABASE_POOLER does not say so. */
const poolerStates = ["42P05", "26000"];

/** SQLSTATE class 22 (data), 23 (constraint) or 42 (SQL), an incorrect Prisma call, or an error such as TypeError. */
function isProgrammingError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return true;
  if (error instanceof Error && error.name === "PrismaClientValidationError") return true;
  const state = findSqlState(error) ?? "";
  return /^(22|23|42)/.test(state) && !poolerStates.includes(state);
}

/** Returns whether one row caused the failure: Postgres rejected the row, or another transaction has locked its key. */
export const isCausedByRow = (error: unknown) => isProgrammingError(error) || findSqlState(error) === lockNotAvailable;
const lockNotAvailable = "55P03";

/** Returns whether the error comes from our own code and so says nothing about the state of the database. */
const isOwnError = (error: unknown) => error instanceof AppError || isProgrammingError(error);

/**
 * Runs calls in order, once their kind of work has a free connection. `isRefused`: the caller has received an error.
 * @throws AppError `unavailable` within 2.3 seconds when the database is unavailable or slow, within 10 when it is too
 * busy, and at once when 5,000 calls wait (maintenance: 95 seconds). Bugs and AppErrors pass through unchanged.
 */
export async function database<Result>(
  work: (db: PrismaClient, pool: pg.Pool, isRefused: () => boolean) => Promise<Result>,
  kind: Work = "submissions",
): Promise<Result> {
  const { client, pool, takeTurn } = databases.get(kind) ?? openDatabase(kind);
  const startedAt = performance.now();
  const publishDuration = (isDone: boolean) => {
    if (!seen.work.hasSubscribers) return;
    seen.work.publish({ kind, milliseconds: performance.now() - startedAt, isDone } satisfies SeenWork);
  };
  try {
    const result = await takeTurn((isRefused) => work(client, pool, isRefused));
    publishDuration(true);
    return result;
  } catch (cause) {
    publishDuration(false);
    if (isOwnError(cause)) throw cause;
    throw new AppError("unavailable", "The database is unavailable. Please try again in a few seconds.", {
      retryAfterSeconds,
      cause,
    });
  }
}

export function inDeskTransaction<Result>(work: (tx: Prisma.TransactionClient) => Promise<Result>): Promise<Result> {
  return database((db) => db.$transaction(work), "desk");
}

/** Uses the Postgres driver, for work for which Prisma's transactions cost too much or time out too early. */
export async function inDriverTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = "BEGIN",
): Promise<Result> {
  const client = await pool.connect();
  let lost: Error | undefined;
  // The pool listens for errors of idle connections only. Without a listener, an error event would end the process.
  const rememberLoss = (error: Error) => {
    lost = error;
  };
  client.on("error", rememberLoss);
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(rememberLoss);
    throw error;
  } finally {
    client.off("error", rememberLoss);
    client.release(lost);
  }
}

/** Runs `work` in a transaction, on one of the mail worker's connections. */
export function inMailTransaction<Result>(work: (tx: RawTransaction) => Promise<Result>): Promise<Result> {
  return database((_db, pool) => inDriverTransaction(pool, (client) => work(toRawTransaction(client))), "mail");
}

/** Runs raw SQL in a transaction: one of Prisma's, or one of the driver's, converted with `toRawTransaction`. */
export type RawTransaction = {
  $queryRaw: <Rows>(sql: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<Rows>;
  $executeRaw: (sql: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<number>;
};

/** Runs each statement as a call of `database`. */
export const rawDatabase = (kind?: Work): RawTransaction => ({
  $queryRaw: (sql, ...values) => database((db) => db.$queryRaw(sql, ...values), kind),
  $executeRaw: (sql, ...values) => database((db) => db.$executeRaw(sql, ...values), kind),
});

/** SQL for a list of submissions as rows. Name its columns, such as `AS given (kind, id)`. */
export function unnestRefs(refs: { kind: string; id: number }[]): Prisma.Sql {
  return Prisma.sql`unnest(${refs.map(({ kind }) => kind)}::text[], ${refs.map(({ id }) => id)}::int[])`;
}

export function toRawTransaction(client: pg.ClientBase): RawTransaction {
  const run = (sql: TemplateStringsArray | Prisma.Sql, values: unknown[]) => {
    const { text, values: given } = "raw" in sql ? Prisma.sql(sql, ...values) : sql;
    return client.query({ text, values: given });
  };
  return {
    $queryRaw: async <Rows>(sql: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(sql, values)).rows as Rows,
    $executeRaw: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
  };
}

export function listConnections(): { kind: Work; used: number; idle: number; waiting: number }[] {
  return [...databases].map(([kind, { pool, takeTurn }]) => ({
    kind,
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: takeTurn.countWaiting() + pool.waitingCount,
  }));
}

/** Closes every connection. The next call of `database` opens new ones. */
export async function disconnect(): Promise<void> {
  for (const [kind, { client, pool }] of databases) {
    await client.$disconnect();
    await pool.end();
    databases.delete(kind);
  }
}
