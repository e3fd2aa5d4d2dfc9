import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionKind, SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { recordAudit } from "../audit.ts";
import { onlyAdmins } from "../auth/only-admins.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { isSentBy } from "../submissions/sent-by.ts";
import { tables } from "../submissions/tables.ts";
import { emailOf } from "./get-person.ts";
import { inLongTransaction } from "./maintenance.ts";
import { listMentions } from "./mentions.ts";
import { type EventRow, type PersonDocument, toInquiry, toLead } from "./person-document.ts";

/**
 * All that is held on the person who sent `submission`, as of one moment.
 * @throws AppError `forbidden` to a member; `not_found`; `unavailable`
 */
export function exportPerson(
  operator: Operator,
  { submission }: { submission: SubmissionRef },
  { now }: { now: Date },
): Promise<PersonDocument> {
  if (operator.role !== "admin") return Promise.reject(onlyAdmins());
  return inLongTransaction(
    async (tx) => {
      const email = await emailOf(tx, submission);
      const leads = await inBatches(await sentBy(tx, "lead", email), (where) => tx.lead.findMany({ where, orderBy }));
      const inquiries = await inBatches(await sentBy(tx, "inquiry", email), (where) =>
        tx.contact.findMany({ where, orderBy }),
      );
      const leadEvents = await eventsOf(tx, "lead", leads);
      const inquiryEvents = await eventsOf(tx, "inquiry", inquiries);
      const mentions = await listMentions(tx, email);
      const details = { leads: leads.length, inquiries: inquiries.length, mentions: mentions.length };
      await recordAudit(tx, { at: now, actor: operator, action: "person_exported", details });
      return {
        email,
        exportedAt: now,
        leads: leads.map((row) => toLead(row, leadEvents.get(row.id) ?? [])),
        inquiries: inquiries.map((row) => toInquiry(row, inquiryEvents.get(row.id) ?? [])),
        mentions,
      };
    },
    { isolationLevel: "RepeatableRead" },
  );
}

const orderBy = [{ createdAt: "asc" }, { id: "asc" }] satisfies Prisma.LeadOrderByWithRelationInput[];

/** In the order of `orderBy`. */
async function sentBy(tx: Prisma.TransactionClient, kind: SubmissionKind, email: string): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${tables[kind]} WHERE ${isSentBy(email)} ORDER BY created_at, id`;
  return rows.map(({ id }) => id);
}

/** A statement takes some 32,000 parameters. */
const batchRows = 10_000;

async function inBatches<Row>(
  ids: number[],
  read: (where: { id: { in: number[] } }) => Promise<Row[]>,
): Promise<Row[]> {
  const batches: Row[][] = [];
  for (let at = 0; at < ids.length; at += batchRows) {
    batches.push(await read({ id: { in: ids.slice(at, at + batchRows) } }));
  }
  return batches.flat();
}

async function eventsOf(
  tx: Prisma.TransactionClient,
  kind: SubmissionKind,
  submissions: { id: number }[],
): Promise<Map<number, EventRow[]>> {
  const ids = submissions.map(({ id }) => id);
  const rows = await tx.$queryRaw<(EventRow & { subjectId: number })[]>`
    SELECT subject_id AS "subjectId", type, at, actor, details FROM submission_events
    WHERE kind = ${kind} AND subject_id = ANY (${ids}::int[]) ORDER BY id`;
  return Map.groupBy(rows, ({ subjectId }) => subjectId);
}
