import "server-only";
import fs from "node:fs/promises";
import path from "node:path";
import type { Email } from "postal-mime";
import type { MailSubject, QueuedMailType } from "../../domain/mail/mail.ts";
import { toMentionPattern } from "../../domain/people/mention-pattern.ts";
import { SubmissionRef, toSubmissionKey } from "../../domain/submissions/core/submission-ref.ts";
import { rawDatabase, unnestRefs } from "../db.ts";
import { env } from "../env.ts";

/** Folder to which mails are written while SMTP_URL is not set. */
export function getMailFolder(): string {
  return path.join(env().DATA_DIR, "mail");
}

/** Suffix of files that are still being written. A killed worker leaves such files behind. */
const unfinishedSuffix = ".tmp";

const pattern = /^(?:(evaluation|inquiry)-(\d{1,10})-)?[a-z]+-[0-9a-f]{8}-[0-9a-f-]{27}\.eml(?:\.tmp)?$/;

export function toMailFileName({ kind, id }: MailSubject, mail: QueuedMailType, jobId: string): string {
  return kind === null ? `${mail}-${jobId}.eml` : `${kind}-${id}-${mail}-${jobId}.eml`;
}

/** Atomic: a reader sees the whole mail or none. Writing the same mail again replaces the file. */
export async function writeMailFile(name: string, content: Buffer): Promise<void> {
  const folder = getMailFolder();
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = path.join(folder, name + unfinishedSuffix);
  await fs.writeFile(unfinished, content, { mode: 0o600, flush: true });
  await fs.rename(unfinished, path.join(folder, name));
}

export async function deleteMailFile(name: string): Promise<void> {
  await fs.rm(path.join(getMailFolder(), name), { force: true });
}

export function findMailContent(name: string): Promise<Buffer | null> {
  return fs.readFile(path.join(getMailFolder(), name)).catch(ignoreMissing(null));
}

function ignoreMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}

/** Deletes files that are unfinished, `isForgotten`, of a type no longer known, or about a missing submission. */
export async function deleteMailFiles(
  isForgotten: (content: Buffer) => Promise<boolean> = async () => false,
): Promise<void> {
  const files: { name: string; refs: SubmissionRef[] }[] = [];
  for (const name of await fs.readdir(getMailFolder()).catch(ignoreMissing<string[]>([]))) {
    const [found, kind, id] = pattern.exec(name) ?? [];
    if (found) files.push({ name, refs: kind ? [SubmissionRef.parse({ kind, id })] : await listDigestRefs(name) });
  }
  if (!files.length) return;
  const refs = files.flatMap((file) => file.refs);
  const rows = await rawDatabase("maintenance").$queryRaw<SubmissionRef[]>`
    SELECT kind, id FROM submissions JOIN ${unnestRefs(refs)} AS named (kind, id) USING (kind, id)`;
  const stored = new Set(rows.map(toSubmissionKey));
  for (const file of files) {
    const isStored = file.refs.length > 0 && file.refs.every((ref) => stored.has(toSubmissionKey(ref)));
    if (!isStored || (await isForgottenFile(file.name, isForgotten))) await deleteMailFile(file.name);
  }
}

async function listDigestRefs(name: string): Promise<SubmissionRef[]> {
  const content = await findMailContent(name);
  if (!content) return [];
  const links = ((await parseMail(content)).text ?? "").matchAll(/\/admin\/inbox\/(evaluation|inquiry)\/(\d{1,10})\b/g);
  return [...links].flatMap(([, kind, id]) => SubmissionRef.safeParse({ kind, id }).data ?? []);
}

async function isForgottenFile(name: string, isForgotten: (content: Buffer) => Promise<boolean>): Promise<boolean> {
  const content = await findMailContent(name);
  return content !== null && isForgotten(content);
}

async function parseMail(content: Buffer): Promise<Email> {
  // Loaded on demand, because it is needed only when mails are written as files.
  const { default: PostalMime } = await import("postal-mime");
  return PostalMime.parse(content);
}

/** Returns whether a mail goes to one of these addresses or mentions one, ignoring case and percent-encoding. */
export async function mentionsAddress(content: Buffer, emails: string[]): Promise<boolean> {
  const { from, to = [], cc = [], replyTo = [], subject, text, attachments } = await parseMail(content);
  const people = [from, ...to, ...cc, ...replyTo].flatMap((each) => [each?.name, each?.address]);
  const all = [...people, subject, text, ...attachments.map(({ filename }) => filename)].join("\n");
  return emails.some((email) => new RegExp(toMentionPattern(email), "i").test(all));
}
