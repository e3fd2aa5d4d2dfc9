import "server-only";
import type { Locale } from "../../domain/locale.ts";
import {
  composeForward,
  composeReply,
  type ForwardedMessage,
  toSenderName,
} from "../../domain/mail/compose-for-person.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import type { EventDetails } from "../../domain/submissions/core/events.ts";
import { isAddress } from "../../domain/submissions/reply/reply.ts";
import { database, rawDatabase } from "../db.ts";
import { getSiteSettings, readSite } from "../site.ts";
import { findConversation, findEvent, findReplyFiles, type MailContext, type MailedFile } from "./find-mailed.ts";
import type { PreparedMail, Unsent } from "./prepare-mail.ts";
import { toPersonRecipients } from "./recipients.ts";
import { isMailable } from "./transport.ts";

export async function prepareReply(mailed: MailContext, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const { kind, id, language, email, assistant } = mailed.submission;
  const reply = await findEvent(job, "reply");
  if (!reply) return {};
  if (job.isPlanned && mailed.closedAt && mailed.closedAt > reply.at) return { isWithheld: true };
  if (job.isPlanned && (await isAuthorDisabled(job))) return { fault: { code: "EAUTHOR", isPermanent: true } };
  const operatorName = reply.actor;
  const { text, signature, cc = [] } = reply.details;
  // Only the links in the acknowledgement confirm consent, so this stays true after the person has written.
  const isConsentAsked = assistant !== null;
  const site = await readSite();
  const own = { operatorName, signature, isConsentAsked, text, site };
  return {
    to: toPersonRecipients(email),
    ...(cc.length ? { shownTo: { to: email, cc: cc.filter(isMailable) } } : {}),
    content: composeReply({ kind, id, language, ...own }),
    isAutomatic: false,
    references: await findConversation(job),
    senderName: toSenderName(operatorName, site),
    files: await findReplyFiles(job),
    following: cc.map((_, copyIndex) => ({ job: { mail: "copy", kind, id, event: job.event, copyIndex } })),
  };
}

async function isAuthorDisabled({ event }: SubmissionMailJob): Promise<boolean> {
  const rows = await rawDatabase("mail").$queryRaw<unknown[]>`
    SELECT event.id::text FROM submission_events AS event JOIN operators ON operators.id = operator_id
    WHERE event.id = ${event}::bigint AND disabled_at IS NOT NULL`;
  return rows.length > 0;
}

/** Returns an empty object if the address was erased. */
export async function prepareCopy(mailed: MailContext, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const address = (await findEvent(job, "reply"))?.details.cc?.[job.copyIndex ?? 0];
  const reply = await prepareReply(mailed, job);
  if (address === undefined || !isAddress(address) || !("content" in reply)) return {};
  return { ...reply, to: toPersonRecipients(address), following: [] };
}

/** Returns an empty object if the message or the address was erased. */
export async function prepareForward(mailed: MailContext, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const forward = await findForward(mailed, job);
  if (!forward || !isAddress(forward.to)) return {};
  const { to, files, ...forwarded } = forward;
  const { kind, id, language } = mailed.submission;
  const site = await readSite();
  const own = { kind, id, messageLanguage: language, site };
  return {
    to: toPersonRecipients(to),
    content: composeForward({ ...own, ...forwarded }),
    isAutomatic: false,
    senderName: toSenderName(forward.operatorName, site),
    files,
  };
}

type FoundMessage = { message: ForwardedMessage; files: MailedFile[] };
type Forward = FoundMessage & { to: string; text: string; operatorName: string; language: Locale };

/** Returns null if the message is erased. */
async function findForward(mailed: MailContext, job: SubmissionMailJob): Promise<Forward | null> {
  const stored = await findEvent(job, "forward");
  if (!stored) return null;
  const { to, text = "", message, language } = stored.details;
  const found = message === undefined ? toSubmitted(mailed) : await findMessage(job, message);
  return found && { ...found, to, text, operatorName: stored.actor, language };
}

function toSubmitted({ submission: { name, email, createdAt, words } }: MailContext): FoundMessage {
  return {
    message: { name, address: email, at: createdAt, subject: "", text: words, quoted: "", missing: [] },
    files: [],
  };
}

async function findMessage({ kind, id }: SubmissionMailJob, event: string): Promise<FoundMessage | null> {
  const received = await findEvent({ kind, id, event }, "inbound");
  if (received) return findReceivedMessage(received.details);
  const reply = await findEvent({ kind, id, event }, "reply");
  if (!reply) return null;
  const { actor: name, at, details } = reply;
  const own = { name, address: getSiteSettings().contactEmail, at, subject: "", quoted: "", missing: [] };
  return { message: { ...own, text: details.text }, files: await findReplyFiles({ event }) };
}

async function findReceivedMessage({ inbound }: EventDetails["inbound"]): Promise<FoundMessage | null> {
  const include = { attachments: { orderBy: { id: "asc" } } } as const;
  const mail = await database((db) => db.inboundMail.findUnique({ where: { id: BigInt(inbound) }, include }), "mail");
  if (!mail) return null;
  const { fromName: name, fromAddress: address, receivedAt: at, subject, text, quoted, attachments } = mail;
  const missing = attachments.filter(({ isKept }) => !isKept).map((file) => file.name);
  const files = attachments
    .filter(({ isKept }) => isKept)
    .map(({ mediaType, ...file }) => ({ ...file, type: mediaType }));
  return { message: { name, address, at, subject, text, quoted, missing }, files };
}
