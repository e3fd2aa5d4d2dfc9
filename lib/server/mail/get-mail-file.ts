import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { findMailContent, type MailFile, toMailFile } from "./mail-files.ts";
import { parseMail, type SentMail } from "./read-mail.ts";

/**
 * A mail that was written as a file, by the file's name, without the secrets of its links: what a person confirms or
 * withdraws is not an operator's to press. A name that no mail of ours can have is looked for nowhere.
 * @throws AppError `not_found`
 */
export async function getMailFile(_operator: Operator, name: string): Promise<MailFile & SentMail> {
  const file = toMailFile(name);
  const content = file && (await findMailContent(name));
  if (!file || !content) throw new AppError("not_found", "There is no such mail: it may have been erased.");
  const { text, ...mail } = await parseMail(content);
  return { ...file, ...mail, text: text.replace(/(?<=[?&]token=)[\w-]+/g, "…") };
}
