import "server-only";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { AppError } from "../../../domain/errors.ts";
import { toOneLine } from "../../../domain/plain-text.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import {
  type FileType,
  filesBytesMax,
  filesMax,
  fileTypes,
  findFileType,
  type NewReplyFile,
  type ReplyFile,
  type ReplyFileRef,
} from "../../../domain/submissions/reply/reply.ts";
import { database, inDeskTransaction, type RawTransaction } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { lockRow } from "../core/locked-row.ts";

/**
 * Adds a file to the operator's draft. The content determines the file type: a program named `offer.pdf` is refused.
 * @throws AppError `unsupported_media_type`; `too_large` together with the draft's other files; `not_found`
 */
export async function addReplyFile(
  { kind, id, name, content }: NewReplyFile,
  { operator, now }: OperatorContext,
): Promise<ReplyFile> {
  const bytes = new Uint8Array(Buffer.from(content, "base64"));
  const fileName = toOneLine(name.replace(/[/\\]/g, "_"));
  const type = await requireFileType(fileName, bytes);
  return inDeskTransaction(async (tx) => {
    // The lock prevents two simultaneous uploads from exceeding the limit together.
    await lockRow(tx, { kind, id });
    const drafts = await listDraftFiles(tx, operator, { kind, id });
    requireFilesWithinLimits([...drafts, { size: bytes.byteLength }]);
    const row = await tx.replyFile.create({
      data: {
        kind,
        submissionId: id,
        operatorId: operator.id,
        name: fileName,
        content: bytes,
        type: fileTypes[type],
        createdAt: now,
      },
      select: { id: true },
    });
    return { id: String(row.id), name: fileName, size: bytes.byteLength };
  });
}

/** @throws AppError `not_found` */
export async function removeReplyFile({ kind, id, file }: ReplyFileRef, { operator }: OperatorContext): Promise<void> {
  const where = { id: BigInt(file), kind, submissionId: id, operatorId: operator.id, eventId: null };
  const { count } = await database((db) => db.replyFile.deleteMany({ where }), "desk");
  if (count === 0) throw createNoFileError();
}

/** Returns a file of any reply, or of the operator's own draft. @throws AppError `not_found` */
export async function getReplyFile(
  { kind, id, file }: ReplyFileRef,
  { operator }: { operator: Operator },
): Promise<{ name: string; type: string; content: Uint8Array }> {
  const where = {
    id: BigInt(file),
    kind,
    submissionId: id,
    OR: [{ eventId: { not: null } }, { operatorId: operator.id }],
  };
  const select = { name: true, type: true, content: true } as const;
  const row = await database((db) => db.replyFile.findFirst({ select, where }), "desk");
  if (!row) throw createNoFileError();
  return row;
}

const createNoFileError = () => new AppError("not_found", "There is no such file: it may have been removed.");

export function listDraftFiles(
  tx: Pick<RawTransaction, "$queryRaw">,
  operator: Operator,
  { kind, id }: SubmissionRef,
): Promise<ReplyFile[]> {
  return tx.$queryRaw<ReplyFile[]>`
    SELECT id::text, name, octet_length(content) AS size FROM reply_files
    WHERE kind = ${kind} AND submission_id = ${id} AND operator_id = ${operator.id} AND event_id IS NULL ORDER BY id`;
}

/** The caller must have locked the submission. @throws AppError `conflict` when a file is gone; `too_large` */
export async function takeDraftFiles(
  tx: Prisma.TransactionClient,
  operator: Operator,
  ref: SubmissionRef,
  ids: string[],
): Promise<ReplyFile[]> {
  if (!ids.length) return [];
  const taken = (await listDraftFiles(tx, operator, ref)).filter(({ id }) => ids.includes(id));
  if (taken.length < new Set(ids).size) throw new AppError("conflict", "A file is no longer there: attach it again.");
  requireFilesWithinLimits(taken);
  return taken;
}

function requireFilesWithinLimits(files: { size: number }[]): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > filesBytesMax || files.length > filesMax) {
    throw new AppError("too_large", `A reply may have at most ${filesMax} files and ${filesBytesMax} bytes.`);
  }
}

export async function attachFiles(tx: Prisma.TransactionClient, files: ReplyFile[], event: string): Promise<void> {
  if (!files.length) return;
  const ids = files.map(({ id }) => BigInt(id));
  await tx.replyFile.updateMany({ data: { eventId: BigInt(event) }, where: { id: { in: ids } } });
}

export async function returnFilesToDraft(
  tx: Prisma.TransactionClient,
  operator: Operator,
  event: bigint,
  now: Date,
): Promise<void> {
  const data = { eventId: null, operatorId: operator.id, createdAt: now };
  await tx.replyFile.updateMany({ data, where: { eventId: event } });
}

const draftDays = 7;

export async function purgeDraftFiles({ now }: { now: Date }): Promise<void> {
  const createdAt = { lt: new Date(now.getTime() - draftDays * dayMilliseconds) };
  await database((db) => db.replyFile.deleteMany({ where: { eventId: null, createdAt } }), "maintenance");
}

async function requireFileType(name: string, bytes: Uint8Array): Promise<FileType> {
  const type = findFileType(name);
  if (type && (await hasContentOfType(type, bytes))) return type;
  const known = Object.keys(fileTypes).join(", ");
  throw new AppError("unsupported_media_type", `A reply accepts these file types: ${known}.`);
}

async function hasContentOfType(type: FileType, bytes: Uint8Array): Promise<boolean> {
  const { fileTypeFromBuffer } = await import("file-type");
  const sniffed = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type === "csv" || type === "txt") return sniffed === undefined && isText(bytes);
  return sniffed?.mime === fileTypes[type];
}

/**
 * Returns whether the file is UTF-8, or UTF-16 with a byte order mark, without control characters other than tabs and
 * line endings.
 */
function isText(bytes: Uint8Array): boolean {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    const decoded = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return !/[^\P{Cc}\t\n\r\f]/u.test(decoded) && !/^\s*<(?:!doctype|html|svg|script)/i.test(decoded);
  } catch {
    return false;
  }
}
