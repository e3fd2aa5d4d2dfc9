import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { readTable } from "../../../../e2e/support/read-csv.ts";
import type { Admin, Operator } from "../../../domain/access/operator.ts";
import type { Change, StoredChange } from "../../../domain/submissions/changes/changes.ts";
import { Status } from "../../../domain/submissions/core/status.ts";
import type { SubmissionKind, SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { database, disconnect } from "../../db.ts";
import { changeSubmissions } from "../changes/change-submissions.ts";
import { undoChanges } from "../changes/undo-changes.ts";

export const now = new Date("2026-11-21T12:00:00.000Z");
export const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Returns a word that occurs nowhere else in the database. */
export const newWord = () => `w${randomUUID().replaceAll("-", "")}`;
export const newEmail = () => `${newWord()}@example.com`;

type EventRecord = {
  type: string;
  at: Date;
  operator_id: string | null;
  actor: string;
  details: Record<string, unknown> & { mail?: string; change?: string; recipients?: number };
};

/** Builds the items of a bulk change, with the value that the operator saw. */
export const toItems = <const From>(refs: readonly SubmissionRef[], from: From) =>
  refs.map(({ kind, id }) => ({ kind, id, from }));

/** Matches the `done` list of a bulk change, whatever the event ids. */
export const changedAll = (refs: readonly SubmissionRef[]) =>
  expect.toSatisfy(
    (done: StoredChange[]) =>
      done.length === refs.length &&
      refs.every(({ kind, id }) => done.some((each) => each.kind === kind && each.id === id)),
  );

export async function readExport(parts: AsyncIterable<string>): Promise<Record<string, string>[]> {
  let text = "";
  for await (const part of parts) text += part;
  expect(text).toMatch(/^\ufeffkind,id,created_at,/);
  return readTable(text.slice(1));
}

type Context = { operator: Operator; now: Date };
type OfOne<Type extends Change["type"]> = SubmissionRef & Omit<Extract<Change, { type: Type }>, "type" | "items">;

/** Changes the status of a submission from its current one. @throws Error if the change is refused */
export const changeStatus = ({ kind, id, ...change }: OfOne<"status">, context: Context) =>
  changeOne({ kind, id }, context, ({ status: from }) => ({ ...change, type: "status", items: [{ kind, id, from }] }));

/** Changes the owner of a submission from the current one. @throws Error if the change is refused */
export const changeOwner = ({ kind, id, ...change }: OfOne<"owner">, context: Context) =>
  changeOne({ kind, id }, context, ({ ownerId: from }) => ({ ...change, type: "owner", items: [{ kind, id, from }] }));

async function changeOne(
  ref: SubmissionRef,
  context: Context,
  toChange: (row: { status: Status; ownerId: string | null }) => Change,
): Promise<StoredChange> {
  const select = { status: true, ownerId: true } as const;
  const row = await database((db) => db.submission.findUniqueOrThrow({ select, where: { kind_id: ref } }), "desk");
  const { done, refused } = await changeSubmissions(toChange({ ...row, status: Status.parse(row.status) }), context);
  if (!done[0]) throw new Error(refused[0]?.reason);
  return done[0];
}

/** Inserts and reads records by SQL, on one connection for all tests of a file. */
export class DeskRecords {
  readonly client: pg.Client;

  constructor(connectionString: string | undefined) {
    this.client = new pg.Client({ connectionString });
    // Queries wait for the connection, so that a file can create its operators outside of hooks.
    void this.client.connect();
    afterAll(async () => {
      await this.client.end();
      await disconnect();
    });
  }

  async operator(
    change: Partial<
      Record<
        | "name"
        | "role"
        | "disabled_at"
        | "language"
        | "notices"
        | "digest_hours"
        | "is_warned"
        | "is_on_duty"
        | "off_duty_until",
        unknown
      >
    > = {},
  ): Promise<Operator> {
    const id = newWord();
    const row = { id, name: `Operator ${id}`, email: `${id}@example.com`, role: "member", language: "en", ...change };
    await this.#insert("operators", { ...row, created_at: now, updated_at: now });
    return row as unknown as Operator;
  }

  async admin(): Promise<Admin> {
    return (await this.operator({ role: "admin" })) as Admin;
  }

  async evaluation(change: Record<string, unknown> = {}): Promise<SubmissionRef & { kind: "evaluation" }> {
    const row = {
      ...this.#shared(),
      role: "Brand manager",
      company: newWord(),
      text: "A loyalty programme for three countries.",
      discovery_source: "A friend",
      answers: [1, 1, 1, 1, 1, 1, 1, 1, 1],
      answers_form: "answers",
      score: 9,
      route: "review",
      review_min: 7,
      qualified_min: 13,
      ...change,
    };
    return { kind: "evaluation", id: await this.#submission("evaluation", row) };
  }

  async inquiry(change: Record<string, unknown> = {}): Promise<SubmissionRef & { kind: "inquiry" }> {
    const row = { ...this.#shared(), text: "What does it cost?", ...change };
    return { kind: "inquiry", id: await this.#submission("inquiry", row) };
  }

  /** Inserts copies of a submission, each a millisecond older than the one before. @returns their ids */
  async copy({ kind, id }: SubmissionRef, { count = 1, client = this.client } = {}): Promise<number[]> {
    const own = ["id", "created_at", "words"];
    const names = Object.keys(await this.readRow({ kind, id })).filter((name) => !own.includes(name));
    const columns = names.join(", ");
    const text = `INSERT INTO submissions (id, created_at, ${columns})
      SELECT nextval('${kind}_id_seq'), created_at - n * interval '1 millisecond', ${columns}
      FROM submissions, generate_series(1, $3::int) AS n WHERE kind = $1 AND id = $2 RETURNING id`;
    return (await client.query<{ id: number }>(text, [kind, id, count])).rows.map((row) => row.id);
  }

  event({ kind, id }: SubmissionRef, type: string, details: object, actor = "service"): Promise<void> {
    return this.#insert("submission_events", { kind, submission_id: id, at: now, actor, type, details });
  }

  async booking({ kind, id }: SubmissionRef, state: "pending" | "booked" | "cancelled"): Promise<void> {
    const isPending = state === "pending";
    const times = { start_at: now, end_at: isPending ? null : new Date(now.getTime() + 1_800_000), asked_at: now };
    const row = { id: randomUUID(), kind, submission_id: id, state, uid: isPending ? null : newWord(), ...times };
    await this.#insert("bookings", { ...row, time_zone: "America/Mexico_City" });
  }

  async readRow({ kind, id }: SubmissionRef): Promise<Record<string, unknown>> {
    return (await this.client.query("SELECT * FROM submissions WHERE kind = $1 AND id = $2", [kind, id])).rows[0];
  }

  async readProgress(ref: SubmissionRef) {
    const { status, owner_id, revision, replied_at, closed_at, close_reason } = await this.readRow(ref);
    return { status, owner_id, revision, replied_at, closed_at, close_reason };
  }

  async readAllProgress(refs: readonly SubmissionRef[]) {
    const rows = [];
    for (const ref of refs) rows.push(await this.readProgress(ref));
    return rows;
  }

  async undoStatus({ kind, id }: SubmissionRef, context: { operator: Operator; now: Date }) {
    const text = `SELECT id AS event FROM submission_events
      WHERE kind = $1 AND submission_id = $2 AND type = 'status' ORDER BY id DESC LIMIT 1`;
    const { rows } = await this.client.query<{ event: string }>(text, [kind, id]);
    const changes = rows.map(({ event }) => ({ kind, id, event }));
    const { done, refused } = await undoChanges({ changes }, context);
    if (!done[0]) throw new Error(refused[0]?.reason ?? "no change of status");
    return done[0];
  }

  async listEvents({ kind, id }: SubmissionRef): Promise<EventRecord[]> {
    const text = `SELECT type, at, operator_id, actor, details FROM submission_events
      WHERE kind = $1 AND submission_id = $2 ORDER BY id`;
    return (await this.client.query<EventRecord>(text, [kind, id])).rows;
  }

  async listAudit({ id }: Operator): Promise<Record<"at" | "actor" | "action" | "details", unknown>[]> {
    const text = "SELECT at, actor, action, details FROM audit_entries WHERE operator_id = $1 ORDER BY id";
    return (await this.client.query(text, [id])).rows;
  }

  /** Finds the id of the newest message. A reply names it to prove that the operator has read the message. */
  async lastMessage(ref: SubmissionRef): Promise<string | undefined> {
    const text = `SELECT id::text FROM submission_events AS event WHERE kind = $1 AND submission_id = $2
      AND (type = 'reply' OR type = 'inbound' AND details ->> 'type' = 'message') ORDER BY event.id DESC LIMIT 1`;
    return (await this.client.query<{ id: string }>(text, [ref.kind, ref.id])).rows[0]?.id;
  }

  #shared() {
    return {
      created_at: hoursAgo(1),
      request_id: randomUUID(),
      name: "Ana Ruiz",
      email: newEmail(),
      language: "es",
      source_page: "/es/evaluation",
      channel: "web",
      is_processed: true,
    };
  }

  async #submission(kind: SubmissionKind, row: Record<string, unknown>): Promise<number> {
    const { rows } = await this.client.query("SELECT nextval($1)::int AS id", [`${kind}_id_seq`]);
    const stored = { kind, id: Number(rows[0].id), ...withClosedAt(row) };
    await this.#insert("submissions", stored);
    return stored.id;
  }

  async #insert(table: string, row: Record<string, unknown>): Promise<void> {
    const names = Object.keys(row);
    const places = names.map((_, at) => `$${at + 1}`);
    const text = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places.join(", ")})`;
    await this.client.query(text, Object.values(row));
  }
}

/** Sets `closed_at` for closed statuses, because a CHECK constraint requires it. */
function withClosedAt(row: Record<string, unknown>): Record<string, unknown> {
  const isClosed = ["won", "lost", "spam"].includes(`${row.status}`);
  return isClosed ? { closed_at: now, ...row } : row;
}
