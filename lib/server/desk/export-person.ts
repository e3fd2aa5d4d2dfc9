import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionKind, SubmissionRef } from "../../domain/desk/submission-ref.ts";
import { recordAudit } from "../auth/audit.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { emailOf } from "./get-person.ts";
import { inLongTransaction } from "./maintenance.ts";
import { listMentions } from "./mentions.ts";
import { onlyAdmins } from "./people-errors.ts";
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
      const leads = await tx.lead.findMany({ where: { id: { in: await sentBy(tx, "lead", email) } }, orderBy });
      const inquiries = await tx.contact.findMany({
        where: { id: { in: await sentBy(tx, "inquiry", email) } },
        orderBy,
      });
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

async function sentBy(tx: Prisma.TransactionClient, kind: SubmissionKind, email: string): Promise<number[]> {
  const rows =
    kind === "lead"
      ? await tx.$queryRaw<{ id: number }[]>`SELECT id FROM leads WHERE lower(email) = lower(${email})`
      : await tx.$queryRaw<{ id: number }[]>`SELECT id FROM contacts WHERE lower(email) = lower(${email})`;
  return rows.map(({ id }) => id);
}

async function eventsOf(
  tx: Prisma.TransactionClient,
  kind: SubmissionKind,
  submissions: { id: number }[],
): Promise<Map<number, EventRow[]>> {
  const rows = await tx.submissionEvent.findMany({
    select: { subjectId: true, type: true, at: true, actor: true, details: true },
    where: { kind, subjectId: { in: submissions.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
  return Map.groupBy(rows, ({ subjectId }) => subjectId);
}
