import "server-only";
import { composeReply, toSenderName } from "../../domain/mail/compose-for-person.ts";
import { composeForward } from "../../domain/mail/compose-forward.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import { isAddress } from "../../domain/submissions/reply/reply.ts";
import { readSite } from "../site.ts";
import { findForward } from "./find-forward.ts";
import { findConversation, findEvent, findReplyFiles, type Mailed } from "./find-mailed.ts";
import type { PreparedMail, Unsent } from "./prepare-mail.ts";
import { toPerson } from "./recipients.ts";
import { isMailable } from "./transport.ts";

export async function prepareReply(mailed: Mailed, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const { kind, id, language, email, assistant } = mailed.submission;
  const reply = await findEvent(job, "reply");
  if (!reply) return {};
  if (job.isPlanned && mailed.closedAt && mailed.closedAt > reply.at) return { isWithheld: true };
  const operatorName = reply.actor;
  const { text, signature, cc = [] } = reply.details;
  // Only the links in the acknowledgement confirm consent, so this stays true after the person has written.
  const isConsentAsked = assistant !== null;
  const site = await readSite();
  const own = { operatorName, signature, isConsentAsked, text, site };
  return {
    to: toPerson(email),
    ...(cc.length ? { shownTo: { to: email, cc: cc.filter(isMailable) } } : {}),
    content: composeReply({ kind, id, language, ...own }),
    isAutomatic: false,
    references: await findConversation(job),
    senderName: toSenderName(operatorName, site),
    files: await findReplyFiles(job),
    tokens: undefined,
    following: cc.map((_, copyIndex) => ({ job: { mail: "copy", kind, id, event: job.event, copyIndex } })),
  };
}

/** Returns an empty object if the address was erased. */
export async function prepareCopy(mailed: Mailed, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const address = (await findEvent(job, "reply"))?.details.cc?.[job.copyIndex ?? 0];
  const reply = await prepareReply(mailed, job);
  if (address === undefined || !isAddress(address) || !("content" in reply)) return {};
  return { ...reply, to: toPerson(address), following: [] };
}

/** Returns an empty object if the message or the address was erased. */
export async function prepareForward(mailed: Mailed, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const forward = await findForward(mailed, job);
  if (!forward || !isAddress(forward.to)) return {};
  const { to, files, ...forwarded } = forward;
  const { kind, id, language } = mailed.submission;
  const site = await readSite();
  const own = { kind, id, messageLanguage: language, site };
  return {
    to: toPerson(to),
    content: composeForward({ ...own, ...forwarded }),
    isAutomatic: false,
    references: [],
    senderName: toSenderName(forward.operatorName, site),
    files,
    tokens: undefined,
  };
}
