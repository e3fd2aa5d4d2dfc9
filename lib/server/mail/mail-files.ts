import "server-only";
import fs from "node:fs/promises";
import path from "node:path";
import { MailType } from "../../domain/mail/mail.ts";
import { type SubmissionKind, type SubmissionRef, submissionKinds } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";

/** Where mails go while no mail server is set. */
export function mailFolder(): string {
  return path.join(env().DATA_DIR, "mail");
}

export type MailFile = SubmissionRef & { name: string; mail: MailType };

/** What a worker that was killed has left behind. */
const unfinishedEnd = ".tmp";

const pattern = /^(evaluation|inquiry)-(\d{1,10})-([a-z]+)-[0-9a-f-]{36}\.eml$/;

/** What a file's name tells; null for what is no mail of ours, so that no other path can be asked for. */
export function toMailFile(name: string): MailFile | null {
  const [, kind, id, mail] = pattern.exec(name) ?? [];
  const type = MailType.safeParse(mail);
  if (!kind || !type.success) return null;
  return { name, kind: kind === "evaluation" ? "evaluation" : "inquiry", id: Number(id), mail: type.data };
}

export function mailFileName({ kind, id }: SubmissionRef, mail: MailType, jobId: string): string {
  return `${kind}-${id}-${mail}-${jobId}.eml`;
}

/** Writes a whole mail or none: a repeat replaces the first one. */
export async function writeMailFile(name: string, content: Buffer): Promise<void> {
  const folder = mailFolder();
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = path.join(folder, name + unfinishedEnd);
  await fs.writeFile(unfinished, content, { mode: 0o600, flush: true });
  await fs.rename(unfinished, path.join(folder, name));
}

export async function deleteMailFile(name: string): Promise<void> {
  await fs.rm(path.join(mailFolder(), name), { force: true });
}

/** Null where there is no such file, or none any more. */
export function findMailContent(name: string): Promise<Buffer | null> {
  return fs.readFile(path.join(mailFolder(), name)).catch(unlessMissing(null));
}

/** What takes the place of a file or a folder that is not there. */
function unlessMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}

/** All mails in the folder, in no order. */
export async function findMailFiles(): Promise<MailFile[]> {
  return (await namesInFolder()).map(toMailFile).filter((file) => file !== null);
}

function namesInFolder(): Promise<string[]> {
  return fs.readdir(mailFolder()).catch(unlessMissing<string[]>([]));
}

/**
 * Deletes the mails of submissions that are gone, unfinished ones included, and those that `isForgotten` tells of.
 * @throws AppError `unavailable`
 */
export async function forgetMailFiles(
  isForgotten: (content: Buffer) => Promise<boolean> = async () => false,
): Promise<void> {
  const names = await namesInFolder();
  const files = names
    .map((name) => ({ ...toMailFile(name.replace(unfinishedEnd, "")), name }))
    .filter((file): file is MailFile => "kind" in file);
  if (!files.length) return;
  const there = new Map<SubmissionKind, Set<number>>();
  for (const kind of submissionKinds) there.set(kind, await storedIds(kind, files));
  for (const { name, kind, id } of files) {
    if (!there.get(kind)?.has(id) || (await isForgottenFile(name, isForgotten))) await deleteMailFile(name);
  }
}

/** A file that is gone since the folder was read is forgotten already. */
async function isForgottenFile(name: string, isForgotten: (content: Buffer) => Promise<boolean>): Promise<boolean> {
  const content = await findMailContent(name);
  return content !== null && isForgotten(content);
}

async function storedIds(kind: SubmissionKind, files: MailFile[]): Promise<Set<number>> {
  const ids = [...new Set(files.filter((file) => file.kind === kind).map(({ id }) => id))];
  const rows = await database(
    (db) =>
      db.$queryRaw<{ id: number }[]>`SELECT id FROM submissions WHERE kind = ${kind} AND id = ANY (${ids}::int[])`,
    "maintenance",
  );
  return new Set(rows.map(({ id }) => id));
}
