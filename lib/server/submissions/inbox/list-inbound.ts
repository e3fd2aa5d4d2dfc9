import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import {
  Authentication,
  type InboundMail,
  type InboundRef,
  InboundType,
} from "../../../domain/submissions/core/inbound.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { recordAudit } from "../../audit.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { inLongTransaction } from "../../maintenance.ts";

export const inboundSelect = {
  id: true,
  receivedAt: true,
  type: true,
  fromAddress: true,
  fromName: true,
  subject: true,
  authentication: true,
  attachments: { select: { id: true, name: true, mediaType: true, isKept: true }, orderBy: { id: "asc" } },
} as const satisfies Prisma.InboundMailSelect;

type Row = Prisma.InboundMailGetPayload<{ select: typeof inboundSelect }>;
type Text = Pick<InboundMail, "text" | "quoted" | "isShortened">;

/** Limits of a page, because anybody may send any number of mails with 200,000 characters each. */
const shownMax = 100;
const shownBytesMax = 1024 * 1024;
const shortenedMax = 1_000;

/** Once the limit of a page is reached, reads only the beginning of each text. */
export async function readInboundTexts(
  db: Prisma.TransactionClient,
  mails: { id: bigint }[],
): Promise<Map<bigint, Text>> {
  const texts = await db.$queryRaw<(Text & { id: bigint })[]>`
    WITH shown AS (
      SELECT mail.id, text, quoted,
        sum(octet_length(text) + octet_length(quoted)) OVER (ORDER BY position) > ${shownBytesMax}::bigint AS is_beyond
      FROM unnest(${mails.map(({ id }) => id)}::bigint[]) WITH ORDINALITY AS given (id, position)
      JOIN inbound_mails AS mail ON mail.id = given.id
    )
    SELECT id, CASE WHEN is_beyond THEN left(text, ${shortenedMax}::int) ELSE text END AS text,
      CASE WHEN is_beyond THEN '' ELSE quoted END AS quoted,
      is_beyond AND (quoted <> '' OR length(text) > ${shortenedMax}::int) AS "isShortened"
    FROM shown`;
  return new Map(texts.map(({ id, ...text }) => [id, text]));
}

/** Shown for a mail that was erased after the list was read. */
const noText: Text = { text: "", quoted: "", isShortened: false };

export function toInboundMail(
  { id, type, authentication, attachments, ...row }: Row,
  texts: Awaited<ReturnType<typeof readInboundTexts>>,
): InboundMail {
  return {
    ...row,
    ...(texts.get(id) ?? noText),
    id: String(id),
    type: InboundType.parse(type),
    authentication: Authentication.parse(authentication),
    files: attachments.map((file) => ({ ...file, id: String(file.id) })),
  };
}

export async function listInbound(db: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<InboundMail[]> {
  const rows = await db.inboundMail.findMany({
    select: inboundSelect,
    where: { kind, submissionId: id },
    orderBy: { id: "desc" },
    take: shownMax,
  });
  const texts = await readInboundTexts(db, rows);
  return rows.reverse().map((row) => toInboundMail(row, texts));
}

/** @throws AppError `not_found` */
export function openInboundFile(
  { id }: InboundRef,
  { operator, now }: OperatorContext,
): Promise<{ name: string; content: Uint8Array }> {
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
