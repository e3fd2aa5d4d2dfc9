import "server-only";
import type pg from "pg";
import type { RelatedSubmission } from "../../domain/submissions/submission.ts";
import type { SubmissionKind, SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { tables } from "./tables.ts";

const relatedMax = 20;

/** What the same person (by e-mail) or company has sent besides, newest first: at most twenty. */
export async function listRelated(
  pool: pg.Pool,
  self: SubmissionRef,
  { email, company }: { email: string; company: string | null },
): Promise<RelatedSubmission[]> {
  const columns: Record<SubmissionKind, Prisma.Sql> = {
    lead: Prisma.sql`name, company, email, route, status`,
    inquiry: Prisma.sql`name, NULL AS company, email, NULL AS route, status`,
  };
  const part = (kind: SubmissionKind, isSame: Prisma.Sql) => Prisma.sql`
    (SELECT ${kind} AS kind, id, created_at AS "createdAt", ${columns[kind]}, lower(email) = lower(${email}) AS "sameEmail"
     FROM ${tables[kind]} WHERE ${isSame} ${kind === self.kind ? Prisma.sql`AND id <> ${self.id}` : Prisma.empty}
     ORDER BY created_at DESC, id DESC LIMIT ${relatedMax})`;
  const sameEmail = Prisma.sql`lower(email) = lower(${email})`;
  const parts = [part("lead", sameEmail), part("inquiry", sameEmail)];
  if (company !== null) parts.push(part("lead", Prisma.sql`lower(company) = lower(${company})`));
  const { text, values } = Prisma.sql`${Prisma.join(parts, " UNION ")}
    ORDER BY "createdAt" DESC, kind, id DESC LIMIT ${relatedMax}`;
  return (await pool.query<RelatedSubmission>({ text, values })).rows;
}
