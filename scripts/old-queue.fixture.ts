// Mail queue of versions before the table `mails`: the parts of the pg-boss 12 tables that migrations read.
import { randomUUID } from "node:crypto";
import { query } from "./databases.fixture.ts";

export async function createOldQueue(url: string): Promise<void> {
  await query(
    url,
    `CREATE SCHEMA pgboss;
     CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
     CREATE TABLE pgboss.job (
       id uuid NOT NULL, name text NOT NULL, data jsonb, state pgboss.job_state NOT NULL, output jsonb,
       retry_count int NOT NULL, created_on timestamptz NOT NULL, start_after timestamptz NOT NULL,
       started_on timestamptz, completed_on timestamptz, keep_until timestamptz NOT NULL, heartbeat_on timestamptz,
       heartbeat_seconds int, PRIMARY KEY (name, id)
     ) PARTITION BY LIST (name);
     CREATE TABLE pgboss.job_common PARTITION OF pgboss.job DEFAULT`,
  );
}

/** A job of the old worker. Times are ISO strings. */
export type OldJob = {
  data: Record<string, unknown>;
  name?: string;
  state?: "created" | "retry" | "active" | "completed" | "cancelled" | "failed";
  output?: Record<string, unknown>;
  retry_count?: number;
  created_on?: string;
  dueAt?: string;
  /** Time of the next attempt, if different. */
  start_after?: string;
  started_on?: string;
  completed_on?: string;
  heartbeat_on?: string;
};

const keptMilliseconds = 3650 * 24 * 60 * 60 * 1000;

/** Stores a job in the old queue. @returns its id */
export async function storeOldJob(url: string, { dueAt, ...change }: OldJob): Promise<string> {
  const now = new Date().toISOString();
  const { created_on = now, start_after = dueAt ?? created_on } = change;
  const row = {
    id: randomUUID(),
    name: "mail",
    state: "created",
    retry_count: 0,
    heartbeat_seconds: 15,
    ...change,
    created_on,
    start_after,
    keep_until: new Date(Date.parse(dueAt ?? start_after) + keptMilliseconds).toISOString(),
  };
  await query(url, "INSERT INTO pgboss.job SELECT * FROM jsonb_populate_record(NULL::pgboss.job, $1)", [row]);
  return row.id;
}
