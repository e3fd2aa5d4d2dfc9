import "server-only";
import { isOfSubmission, type MailJob, toMailSubject } from "../../domain/mail/mail.ts";
import { env } from "../env.ts";
import { mailFileName } from "./mail-files.ts";
import { toMessageId } from "./message-ids.ts";
import type { PreparedMail } from "./prepare-mail.ts";
import { renderMail } from "./render-mail.ts";
import { type Message, mailDomain } from "./transport.ts";

export function toMessage(jobId: string, job: MailJob, prepared: PreparedMail, date: Date): Message {
  const { to, content, senderName, isAutomatic, references, unsubscribeUrl, files = [] } = prepared;
  const { SITE_NAME: name, CONTACT_EMAIL, MAIL_FROM } = env();
  const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };
  return {
    ...renderMail(content),
    messageId: toMessageId(jobId, isOfSubmission(job) ? job : null, mailDomain()),
    references,
    from: { name: senderName ?? name, address: MAIL_FROM ?? CONTACT_EMAIL },
    to: to.map(({ address }) => address),
    replyTo: { name, address: CONTACT_EMAIL },
    subject: content.subject,
    date,
    headers: {
      "Content-Language": content.language,
      ...(isAutomatic ? automatic : {}),
      ...(unsubscribeUrl ? { "List-Unsubscribe": `<${unsubscribeUrl}>` } : {}),
    },
    attachments: files.map(({ name: filename, type: contentType, content: bytes }) => ({
      filename,
      contentType,
      content: Buffer.from(bytes),
    })),
    fileName: mailFileName(toMailSubject(job), job.mail, jobId),
  };
}
