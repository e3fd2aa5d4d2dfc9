import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import {
  Authentication,
  type InboundFileRef,
  type InboundMail,
  InboundType,
} from "../../domain/submissions/inbound.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { recordAudit } from "../audit.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { inLongTransaction } from "../maintenance.ts";

/** Without the files' content. */
export const inboundSelect = {
  ...{ id: true, receivedAt: true, type: true, fromAddress: true, fromName: true, subject: true, text: true },
  ...{ quoted: true, authentication: true },
  attachments: { select: { id: true, name: true, mediaType: true, isKept: true }, orderBy: { id: "asc" } },
} as const satisfies Prisma.InboundMailSelect;

type Row = Prisma.InboundMailGetPayload<{ select: typeof inboundSelect }>;

export function toInboundMail({ id, type, authentication, attachments, ...row }: Row): InboundMail {
  return {
    ...row,
    id: String(id),
    type: InboundType.parse(type),
    authentication: Authentication.parse(authentication),
    files: attachments.map((file) => ({ ...file, id: String(file.id) })),
  };
}

/** Somebody may send any number, of 200,000 characters each. */
const shownMax = 100;

/** The newest hundred mails of a submission's timeline, oldest first. */
export async function listInbound(db: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<InboundMail[]> {
  const rows = await db.inboundMail.findMany({
    select: inboundSelect,
    where: { kind, submissionId: id },
    orderBy: { id: "desc" },
    take: shownMax,
  });
  return rows.reverse().map(toInboundMail);
}

export type InboundFileContent = { name: string; content: Uint8Array };

/**
 * A file that came with a mail, as it is. Each opening is audited.
 * @throws AppError `not_found`; `unavailable`
 */
export function openInboundFile(
  { id }: InboundFileRef,
  { operator, now }: { operator: Operator; now: Date },
): Promise<InboundFileContent> {
  return inLongTransaction(async (tx) => {
    const select = { name: true, content: true, mail: { select: { kind: true, submissionId: true } } } as const;
    const found = await tx.inboundAttachment.findUnique({ select, where: { id: BigInt(id), isKept: true } });
    if (!found) throw new AppError("not_found", "There is no such file: it may have been erased.");
    const { kind, submissionId } = found.mail;
    const details = submissionId === null ? {} : { kind, id: submissionId };
    await recordAudit(tx, { at: now, actor: operator, action: "inbound_file_opened", details });
    return { name: found.name, content: found.content };
  });
}
