import "server-only";
import type { Locale } from "../../domain/locale.ts";
import type { ForwardedMessage } from "../../domain/mail/compose-forward.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import type { EventDetails } from "../../domain/submissions/core/events.ts";
import { database } from "../db.ts";
import { siteSettings } from "../site.ts";
import { findEvent, findReplyFiles, type Mailed, type MailedFile } from "./find-mailed.ts";

type Found = { message: ForwardedMessage; files: MailedFile[] };
type Forward = Found & { to: string; text: string; operatorName: string; language: Locale };

/** Returns null if the message is erased. */
export async function findForward(mailed: Mailed, job: SubmissionMailJob): Promise<Forward | null> {
  const stored = await findEvent(job, "forward");
  if (!stored) return null;
  const { to, text = "", message, language } = stored.details;
  const found = message === undefined ? toSubmitted(mailed) : await findMessage(job, message);
  return found && { ...found, to, text, operatorName: stored.actor, language };
}

function toSubmitted({ submission: { name, email, createdAt, words } }: Mailed): Found {
  return {
    message: { name, address: email, at: createdAt, subject: "", text: words, quoted: "", missing: [] },
    files: [],
  };
}

async function findMessage({ kind, id }: SubmissionMailJob, event: string): Promise<Found | null> {
  const received = await findEvent({ kind, id, event }, "inbound");
  if (received) return findReceived(received.details);
  const reply = await findEvent({ kind, id, event }, "reply");
  if (!reply) return null;
  const { actor: name, at, details } = reply;
  const own = { name, address: siteSettings().contactEmail, at, subject: "", quoted: "", missing: [] };
  return { message: { ...own, text: details.text }, files: await findReplyFiles({ event }) };
}

async function findReceived({ inbound }: EventDetails["inbound"]): Promise<Found | null> {
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
