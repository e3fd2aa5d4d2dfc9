import "server-only";
import type { SubmissionKind } from "../../../domain/submissions/core/submission-ref.ts";
import type { LiveMessage, LivePosition } from "../../../domain/submissions/inbox/inbox-page.ts";
import { database } from "../../db.ts";

const rowsMax = 500;
/** Number of latest rows in which a new tracker looks for row numbers that are not committed yet. */
const openRows = 200;

const clockSkewMillisecondsMax = 60_000;

const sources = ["event", "evaluation", "inquiry"] as const;
type Source = (typeof sources)[number];
type Numbers = Record<Source, number>;

const forSources = <Value>(get: (source: Source) => Value) =>
  Object.fromEntries(sources.map((source) => [source, get(source)])) as Record<Source, Value>;

type ChangeRow = {
  source: Source | "returned";
  id: number;
  kind: SubmissionKind;
  submissionId: number;
  type: string;
  revision: number;
  repeatOf: number | null;
  isReady: boolean;
};

const eventRows = `SELECT 'event' AS source, e.id::float8 AS id, e.kind, e.submission_id AS "submissionId",
  CASE WHEN e.details ?| '{isMessage,isTakenBack}' THEN 'read' ELSE e.type END AS type, s.revision,
  NULL::int AS "repeatOf", true AS "isReady"
  FROM submission_events AS e JOIN submissions AS s ON s.kind = e.kind AND s.id = e.submission_id`;
const submissionRows = `SELECT kind AS source, id::float8 AS id, kind, id AS "submissionId", CASE status WHEN 'spam' THEN 'spam' ELSE 'submitted' END AS type, revision,
  repeat_of AS "repeatOf", is_processed AS "isReady" FROM submissions`;

/** SQL that reads each table by primary key: the rows after a number, and single rows that were missing before. */
const changes = `
  (${eventRows} WHERE e.id > $1 ORDER BY e.id LIMIT $7) UNION ALL (${eventRows} WHERE e.id = ANY ($2::bigint[]))
  UNION ALL (${submissionRows} WHERE kind = 'evaluation' AND id > $3 ORDER BY id LIMIT $7)
  UNION ALL (${submissionRows} WHERE kind = 'evaluation' AND id = ANY ($4::int[]))
  UNION ALL (${submissionRows} WHERE kind = 'inquiry' AND id > $5 ORDER BY id LIMIT $7)
  UNION ALL (${submissionRows} WHERE kind = 'inquiry' AND id = ANY ($6::int[]))
  UNION ALL (SELECT 'returned', 0, kind, id, 'returned', revision, NULL, true FROM submissions
    WHERE snoozed_until > $8::timestamptz AND snoozed_until <= $9::timestamptz LIMIT $7)`;

const last = `SELECT
  (SELECT coalesce(max(id), 0)::float8 FROM submission_events) AS event,
  (SELECT coalesce(max(id), 0)::float8 FROM submissions WHERE kind = 'evaluation') AS evaluation,
  (SELECT coalesce(max(id), 0)::float8 FROM submissions WHERE kind = 'inquiry') AS inquiry`;

async function readChanges(after: Numbers, missing: Partial<Record<Source, number[]>>, since: number, now: number) {
  const numbers = sources.flatMap((source) => [after[source], missing[source] ?? []]);
  const values = [...numbers, rowsMax, new Date(since), new Date(now)];
  const { rows } = await database((_db, pool) => pool.query<ChangeRow>({ text: changes, values }), "desk");
  return rows;
}

/** Ignores views that change no list, and `spam`, because marking spam records another event as well. */
const isShown = ({ type }: ChangeRow) => type !== "seen" && type !== "spam";

function toLiveMessage({ source, kind, submissionId, type, revision, repeatOf }: ChangeRow): LiveMessage {
  if (source === "event" || source === "returned")
    return { type: "changed", change: type, kind, id: submissionId, revision };
  if (repeatOf === null) return { type: "submitted", kind, id: submissionId, revision };
  return { type: "changed", change: "repeated", kind, id: repeatOf, revision };
}

/** Returns undefined if there are too many changes, or if the position comes from another database. */
export async function listChangesSince(after: LivePosition): Promise<LiveMessage[] | undefined> {
  const now = Date.now();
  const changes = await readChanges(after, {}, after.readAt - clockSkewMillisecondsMax, now);
  if (changes.length >= rowsMax) return undefined;
  const newest = await readHighestNumbers();
  const isFromElsewhere = sources.some((source) => after[source] > newest[source]);
  return isFromElsewhere ? undefined : changes.filter((row) => row.isReady && isShown(row)).map(toLiveMessage);
}

async function readHighestNumbers(): Promise<Numbers> {
  const { rows } = await database((_db, pool) => pool.query<Numbers>(last), "desk");
  return rows[0] ?? { event: 0, evaluation: 0, inquiry: 0 };
}

/** Reports each later change of any submission once, whatever the order in which transactions commit. */
export class ChangeReader {
  readonly #trackers: Record<Source, SequenceTracker>;
  #readAt: number;

  private constructor(from: Numbers, now: number) {
    this.#readAt = now;
    this.#trackers = forSources((source) => new SequenceTracker(Math.max(0, from[source] - openRows)));
  }

  static async open(now: number): Promise<ChangeReader> {
    const reader = new ChangeReader(await readHighestNumbers(), now);
    await reader.read(now);
    return reader;
  }

  get position(): LivePosition {
    return { ...forSources((source) => this.#trackers[source].floor), readAt: this.#readAt };
  }

  async read(now: number): Promise<{ messages: LiveMessage[]; isMore: boolean }> {
    const after = forSources((source) => this.#trackers[source].last);
    const missing = forSources((source) => this.#trackers[source].listMissing(now));
    const changes = await readChanges(after, missing, this.#readAt, now);
    this.#readAt = now;
    const returned = changes.filter(({ source }) => source === "returned");
    const taken = Object.entries(this.#trackers).flatMap(([source, tracker]) =>
      tracker.take(
        changes.filter((row) => row.source === source),
        now,
      ),
    );
    const messages = [...taken, ...returned].filter(isShown).map(toLiveMessage);
    return { messages, isMore: changes.length >= rowsMax };
  }
}

/** Time after which a missing row number is given up. Longer than any transaction that adds a row. */
const missingMilliseconds = 65_000;
/** Time after which a row counts as ready even if no worker has processed it, for example because none runs. */
const unreadyMilliseconds = 10_000;
const missingMax = 1_000;

type NumberedRow = { id: number; isReady: boolean };

/** Numbers are assigned in order, but committed in any order, so missing ones are looked up until given up. */
export class SequenceTracker {
  #last: number;
  readonly #missing = new Map<number, number>();

  constructor(last: number) {
    this.#last = last;
  }

  get last(): number {
    return this.#last;
  }

  /** The row number up to which all rows have been returned or will never appear. */
  get floor(): number {
    return this.#missing.size ? Math.min(...this.#missing.keys()) - 1 : this.#last;
  }

  listMissing(now: number): number[] {
    for (const [id, since] of this.#missing) if (now - since > missingMilliseconds) this.#missing.delete(id);
    return [...this.#missing.keys()];
  }

  /** @returns the rows that are new and ready; each row is returned once */
  take<Row extends NumberedRow>(rows: Row[], now: number): Row[] {
    const ready: Row[] = [];
    for (const row of [...rows].sort((a, b) => a.id - b.id)) {
      const isNew = row.id > this.#last;
      if (!isNew && !this.#missing.has(row.id)) continue;
      if (isNew) this.#addMissing(row.id, now);
      const since = this.#missing.get(row.id) ?? now;
      if (row.isReady || now - since > unreadyMilliseconds) {
        this.#missing.delete(row.id);
        ready.push(row);
      } else this.#missing.set(row.id, since);
    }
    return ready;
  }

  #addMissing(id: number, now: number): void {
    for (let each = Math.max(this.#last + 1, id - missingMax); each < id; each++) this.#missing.set(each, now);
    this.#last = id;
    for (const oldest of this.#missing.keys()) {
      if (this.#missing.size <= missingMax) break;
      this.#missing.delete(oldest);
    }
  }
}
