import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { type ReplyPromise, toClock } from "../../../domain/submissions/core/clock.ts";
import { getCurrentDuty } from "../../../domain/submissions/core/duty.ts";
import type { CappedCount, OwnerChoice } from "../../../domain/submissions/core/submission.ts";
import type { InboxPage, InboxRow } from "../../../domain/submissions/inbox/inbox-page.ts";
import type { InboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { database, rawDatabase, withoutPreparedStatement } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { identifyAssistant } from "../../limits/assistants.ts";
import { type StoredLastMessage, toLastMessage } from "../core/events.ts";
import { isWithdrawn, type RowFilter, readRows, toRowFilter } from "./inbox-rows.ts";
import { type ResolvedQuery, resolveQuery } from "./resolve-query.ts";

const pageRows = 30;
const excerptCharacters = 240;

const columns = Prisma.sql`name, email, status, channel, agent_name AS "agentName", host_evidence AS "hostEvidence",
  assistant_host AS "assistantHost", language, replied_at AS "repliedAt",
  reply_due_at AS "replyDueAt", reply_warning_at AS "replyWarningAt",
  revision, consent_withdrawn_at AS "withdrawnAt", snoozed_until AS "snoozedUntil", company, route, score,
  coalesce(CASE WHEN message_state IN ('unread', 'read') THEN (SELECT nullif(left(mail.text, ${excerptCharacters}), '')
    FROM inbound_mails AS mail WHERE mail.kind = page.kind AND submission_id = page.id AND type = 'message'
    ORDER BY mail.id DESC LIMIT 1) END, left(text, ${excerptCharacters})) AS excerpt,
  last_message_at AS "lastMessageAt", message_state AS "messageState", coalesce(spam_reasons, '{}') AS "spamReasons",
  repeat_of AS "repeatOf", (SELECT count(*)::int FROM submissions AS repeat
    WHERE repeat.kind = page.kind AND repeat.repeat_of = page.id) AS "repeatCount"`;

type Row = Omit<InboxRow, "owner" | "clock" | "identity" | "lastMessage"> &
  ReplyPromise &
  StoredLastMessage & {
    ownerId: string | null;
    ownerName: string | null;
    repliedAt: Date | null;
    hostEvidence: string | null;
    assistantHost: string | null;
  };

/** @throws AppError `not_found` for an unknown view */
export async function listSubmissions(
  query: InboxQuery,
  context: OperatorContext,
  limit: number = pageRows,
): Promise<InboxPage> {
  const own = await resolveQuery(query, context);
  const found = toRowFilter(own);
  const isFoundWithdrawn = found && { ...found, where: Prisma.sql`${isWithdrawn} AND ${found.where}` };
  const [page, [total = noCount, withdrawn = noCount]] = await Promise.all([
    readPage(own, limit),
    countMatchingRows([found, isFoundWithdrawn]),
  ]);
  const series = await findAnswerSeries(page.rows.flatMap(({ kind, id }) => (kind === "evaluation" ? [id] : [])));
  const rows = page.rows.map((row) => toInboxRow(row, context.now));
  return { ...page, rows, seriesIds: [...series.keys()], total, withdrawn };
}

/** A page for programs, which need no counts. @throws AppError `not_found` for an unknown view */
export async function listSubmissionPage(query: InboxQuery, context: OperatorContext, limit: number) {
  const { rows, ...page } = await readPage(await resolveQuery(query, context), limit);
  return { ...page, rows: rows.map((row) => toInboxRow(row, context.now)) };
}

async function readPage(query: ResolvedQuery, limit: number) {
  const rows = await readRows<Row>(query, columns, limit + 1);
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const isAfterCursor = query.cursor !== undefined && rows.length > 0;
  return query.direction === "forward"
    ? { rows: shown, hasPrevious: isAfterCursor, hasNext: hasMore }
    : { rows: shown.reverse(), hasPrevious: hasMore, hasNext: isAfterCursor };
}

function toInboxRow(
  { ownerId, ownerName, repliedAt, replyDueAt, replyWarningAt, hostEvidence, assistantHost, ...stored }: Row,
  now: Date,
): InboxRow {
  const { lastMessageAt, messageState, ...row } = stored;
  return {
    ...row,
    lastMessage: toLastMessage(stored),
    identity: identifyAssistant({ ...row, assistantHost, hostEvidence }),
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? "" },
    clock: toClock({ ...row, repliedAt, replyDueAt, replyWarningAt }, now),
  };
}

export async function listOwners({ now }: OperatorContext): Promise<OwnerChoice[]> {
  const orderBy = [{ name: "asc" }, { id: "asc" }] as const;
  const select = { id: true, name: true, isOnDuty: true, offDutyUntil: true } as const;
  const rows = await database(
    (db) => db.operator.findMany({ select, where: { disabledAt: null }, orderBy: [...orderBy] }),
    "desk",
  );
  return rows.map((row) => ({ ...row, ...getCurrentDuty(row, now) }));
}

export const noCount: CappedCount = { count: 0, isCapped: false };
/** Counting stops here, because exact higher counts are not worth their cost. Results of a text search cost most. */
const countMax = { rows: 1_000, textSearch: 100 };

export function countRowsByQuery(queries: ResolvedQuery[]): Promise<CappedCount[]> {
  return countMatchingRows(queries.map((query) => toRowFilter(query)));
}

async function countMatchingRows(all: (RowFilter | undefined)[]): Promise<CappedCount[]> {
  const maxima = all.map((found) => (found?.isTextSearch ? countMax.textSearch : countMax.rows));
  const counts = all.map((found, at) =>
    found
      ? Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM submissions WHERE ${found.where} LIMIT ${(maxima[at] ?? 0) + 1}) AS found)`
      : Prisma.sql`0`,
  );
  const statement = withoutPreparedStatement(Prisma.sql`SELECT ARRAY[${Prisma.join(counts)}] AS counts`);
  const { rows } = await database((_db, pool) => pool.query<{ counts: number[] }>(statement), "desk");
  return maxima.map((max, at) => {
    const count = rows[0]?.counts[at] ?? 0;
    return { count: Math.min(count, max), isCapped: count > max };
  });
}

const answerSetsMin = 3;
const span = Prisma.sql`interval '7 days'`;
const companyRowsMax = 1000;

/**
 * Finds evaluations whose company sent the same text with at least three sets of answers, within a week before and
 * after. Somebody may be trying out what qualifies. @returns number of different sets, by evaluation ID
 */
export async function findAnswerSeries(evaluationIds: number[]): Promise<Map<number, number>> {
  if (!evaluationIds.length) return new Map();
  const found = await rawDatabase("desk").$queryRaw<{ id: number; answerSets: number }[]>`
    SELECT shown.id, series."answerSets" FROM submissions AS shown CROSS JOIN LATERAL (
      SELECT count(DISTINCT answers)::int AS "answerSets" FROM (
        SELECT kind, text, created_at, answers FROM submissions
        WHERE lower(company) = lower(shown.company) LIMIT ${companyRowsMax}
      ) AS same_company
      WHERE kind = 'evaluation' AND text = shown.text AND created_at BETWEEN
        shown.created_at - ${span} AND shown.created_at + ${span}
    ) AS series
    WHERE shown.kind = 'evaluation' AND shown.id = ANY (${evaluationIds}::int[])
      AND series."answerSets" >= ${answerSetsMin}`;
  return new Map(found.map(({ id, answerSets }) => [id, answerSets]));
}
