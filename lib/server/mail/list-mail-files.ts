import "server-only";
import fs from "node:fs/promises";
import path from "node:path";
import type { Operator } from "../../domain/desk/operator.ts";
import { findMailFiles, type MailFile, mailFolder } from "./mail-files.ts";

export type ListedMail = MailFile & { writtenAt: Date };

const shownMax = 100;

/** The mails that were written as files: the latest hundred, newest first, and how many there are. */
export async function listMailFiles(_operator: Operator): Promise<{ files: ListedMail[]; total: number }> {
  const found = await Promise.all((await findMailFiles()).map(withTime));
  const files = found.filter((file) => file !== null);
  files.sort((one, other) => other.writtenAt.getTime() - one.writtenAt.getTime());
  return { files: files.slice(0, shownMax), total: files.length };
}

/** One that is deleted meanwhile is none. */
async function withTime(file: MailFile): Promise<ListedMail | null> {
  try {
    return { ...file, writtenAt: (await fs.stat(path.join(mailFolder(), file.name))).mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
