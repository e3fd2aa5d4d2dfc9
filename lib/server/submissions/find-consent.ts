import "server-only";
import { ConsentPurpose, type ConsentRequest, ConsentToken } from "../../domain/submissions/consent.ts";
import { SubmissionKind, type SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Prisma, PrismaClient } from "../generated/prisma/client.ts";
import { hashOf } from "../secret-token.ts";

type Found = SubmissionRef & { purpose: ConsentPurpose; agentName: string; submittedAt: Date };

/**
 * What the link with this token asks, or null when there is none that works: one that never was, that was used and that
 * has expired look the same. Changes nothing.
 * @throws AppError `unavailable`
 */
export async function findConsent(token: unknown, { now }: { now: Date }): Promise<ConsentRequest | null> {
  const parsed = ConsentToken.safeParse(token);
  return parsed.success ? database((db) => findLink(db, parsed.data, now), "mail") : null;
}

/** The same, in a transaction. */
export async function findLink(
  db: PrismaClient | Prisma.TransactionClient,
  token: string,
  now: Date,
): Promise<Found | null> {
  const [link] = await db.$queryRaw<{ purpose: string; kind: string; id: number }[]>`
    SELECT purpose, kind, subject_id AS id FROM consent_links
    WHERE token_hash = ${hashOf(token)} AND expires_at > ${now}::timestamptz`;
  if (!link) return null;
  const ref = { kind: SubmissionKind.parse(link.kind), id: link.id };
  const select = { agentName: true, createdAt: true, consentWithdrawnAt: true } as const;
  const where = { id: ref.id };
  const row =
    ref.kind === "lead" ? await db.lead.findUnique({ select, where }) : await db.contact.findUnique({ select, where });
  if (!row || row.consentWithdrawnAt) return null;
  const { agentName, createdAt } = row;
  return { ...ref, purpose: ConsentPurpose.parse(link.purpose), agentName: agentName ?? "", submittedAt: createdAt };
}
