import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import type { SubmissionKind } from "../../../domain/submissions/core/submission-ref.ts";
import {
  formatPosition,
  type LiveChanges,
  type LiveMessage,
  type LivePosition,
  parsePosition,
} from "../../../domain/submissions/inbox/inbox-page.ts";
import { database } from "../../db.ts";

const rowsMax = 1_000;
/** Number of latest rows in which a new tab's position looks for row numbers that are not committed yet. */
const openRows = 200;
/** Age of a row at which the missing numbers before it are given up. Longer than any transaction that adds a row. */
const missingMilliseconds = 90_000;
/** Time after which a row counts as ready even if no worker has processed it, for example because none runs. */
const unreadyMilliseconds = 10_000;

const sources = ["event", "evaluation", "inquiry"] as const;
type Source = (typeof sources)[number];
type Numbers = Record<Source, number>;

const forSources = (get: (source: Source) => number): Numbers => ({
  event: get("event"),
  evaluation: get("evaluation"),
  inquiry: get("inquiry"),
});

type NumberedRow = { id: number; at: Date; isReady: boolean };
type ChangeRow = NumberedRow & {
  source: Source | "returned";
  kind: SubmissionKind;
  submissionId: number;
  type: string;
  revision: number;
  repeatOf: number | null;
};

const eventRows = `SELECT 'event' AS source, e.id::float8 AS id, e.at, e.kind, e.submission_id AS "submissionId",
  CASE WHEN e.details ?| '{isMessage,isTakenBack}' THEN 'read' ELSE e.type END AS type, s.revision,
  NULL::int AS "repeatOf", true AS "isReady"
  FROM submission_events AS e JOIN submissions AS s ON s.kind = e.kind AND s.id = e.submission_id`;
const submissionRows = `SELECT kind AS source, id::float8 AS id, created_at AS at, kind, id AS "submissionId",
  CASE status WHEN 'spam' THEN 'spam' ELSE 'submitted' END AS type, revision, repeat_of AS "repeatOf",
  is_processed AS "isReady" FROM submissions`;

/** SQL that reads the rows after a number of each table by primary key. */
const changes = `
  (${eventRows} WHERE e.id > $1 ORDER BY e.id LIMIT $4)
  UNION ALL (${submissionRows} WHERE kind = 'evaluation' AND id > $2 ORDER BY id LIMIT $4)
  UNION ALL (${submissionRows} WHERE kind = 'inquiry' AND id > $3 ORDER BY id LIMIT $4)
  UNION ALL (SELECT 'returned', 0, snoozed_until, kind, id, 'returned', revision, NULL, true FROM submissions
    WHERE snoozed_until > $5::timestamptz AND snoozed_until <= $6::timestamptz LIMIT $4)`;

const last = `SELECT
  (SELECT coalesce(max(id), 0)::float8 FROM submission_events) AS event,
  (SELECT coalesce(max(id), 0)::float8 FROM submissions WHERE kind = 'evaluation') AS evaluation,
  (SELECT coalesce(max(id), 0)::float8 FROM submissions WHERE kind = 'inquiry') AS inquiry`;

async function readChanges({ event, evaluation, inquiry, readAt }: LivePosition, now: Date): Promise<ChangeRow[]> {
  const values = [event, evaluation, inquiry, rowsMax, new Date(readAt), now];
  const { rows } = await database((_db, pool) => pool.query<ChangeRow>({ text: changes, values }), "desk");
  return rows;
}

async function readHighestNumbers(): Promise<Numbers> {
  const { rows } = await database((_db, pool) => pool.query<Numbers>(last), "desk");
  return rows[0] ?? forSources(() => 0);
}

/**
 * Lists the changes of any submission since the position `after`, some perhaps again. If that position is unknown or
 * too old, begins with `reload`.
 */
export async function listInboxChanges(
  { after }: { after?: string | undefined },
  { now }: Pick<OperatorContext, "now">,
): Promise<LiveChanges> {
  const highest = await readHighestNumbers();
  const position = parsePosition(after);
  if (position && sources.every((source) => position[source] <= highest[source])) {
    const rows = await readChanges(position, now);
    if (rows.length < rowsMax) return toLiveChanges(rows, position, now);
  }
  const recent = { ...forSources((source) => Math.max(0, highest[source] - openRows)), readAt: now.getTime() };
  const { messages, ...next } = toLiveChanges(await readChanges(recent, now), recent, now);
  return { messages: [{ type: "reload" }, ...messages], ...next };
}

function toLiveChanges(rows: ChangeRow[], from: LivePosition, now: Date): LiveChanges {
  const known = rows.map((row) => ({ ...row, isReady: row.isReady || isOlder(row, unreadyMilliseconds, now) }));
  const floors = forSources((source) =>
    findFloor(
      from[source],
      known.filter((row) => row.source === source),
      now,
    ),
  );
  return {
    messages: known.filter((row) => row.isReady && isShown(row)).map(toLiveMessage),
    position: formatPosition({ ...floors, readAt: now.getTime() }),
  };
}

const isOlder = ({ at }: NumberedRow, milliseconds: number, now: Date) => now.getTime() - at.getTime() > milliseconds;

/**
 * Returns the number up to which all rows have been reported or will never appear. Numbers are assigned in order, but
 * committed in any order, so rows after a missing number are reported again until it appears or is given up.
 */
export function findFloor(after: number, rows: readonly NumberedRow[], now: Date): number {
  let floor = after;
  for (const row of rows) {
    const isNext = row.id === floor + 1 || isOlder(row, missingMilliseconds, now);
    if (!row.isReady || !isNext) break;
    floor = row.id;
  }
  return floor;
}

/** Ignores views that change no list, and `spam`, because marking spam records another event as well. */
const isShown = ({ type }: ChangeRow) => type !== "seen" && type !== "spam";

function toLiveMessage({ source, id, at, kind, submissionId, type, revision, repeatOf }: ChangeRow): LiveMessage {
  const key = source === "returned" ? `${kind} ${submissionId} ${at.getTime()}` : `${source} ${id} ${repeatOf ?? ""}`;
  if (source === "event" || source === "returned")
    return { type: "changed", key, change: type, kind, id: submissionId, revision };
  if (repeatOf === null) return { type: "submitted", key, kind, id: submissionId, revision };
  return { type: "changed", key, change: "repeated", kind, id: repeatOf, revision };
}
