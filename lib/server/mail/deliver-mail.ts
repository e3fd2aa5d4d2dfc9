import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import { isSubmissionJob, isSubscriberJob, MailJob, type SubscriberJob } from "../../domain/mail/mail.ts";
import { type EventDetails, MailType } from "../../domain/submissions/core/events.ts";
import type { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import { deleteSubscriber, recordChangesMail } from "../catalog/subscribers.ts";
import { database, inMailTransaction, type RawTransaction } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { describeError, log } from "../log.ts";
import { repeatClockMail } from "../queue/clock-mails.ts";
import { deleteTakenMail, isStillLeased, queueMails, returnMailToQueue, type TakenMail } from "../queue/mails.ts";
import { readSite } from "../site.ts";
import { insertEvents, service } from "../submissions/core/events.ts";
import { deleteConsentLinks } from "../submissions/intake/consent.ts";
import { markReplied } from "../submissions/reply/queued-reply.ts";
import { addDigestItems, deleteDigestItems } from "./digests.ts";
import { toMailFileName } from "./mail-files.ts";
import { toMessageId } from "./message-ids.ts";
import { type PreparedMail, prepareMail, type Unsent } from "./prepare-mail.ts";
import { renderMail } from "./render-mail.ts";
import {
  getMailDomain,
  isMailable,
  type Message,
  type SendReport,
  type Transport,
  toDeliveryFault,
} from "./transport.ts";

const settleDelayMilliseconds = 1_000;

/** `dropped`: nobody needs it. `postponed`: withheld or replaced. `lost`: another worker or an erasure has taken it. */
export type Outcome =
  | { result: "sent" | "dropped" | "postponed" | "lost" }
  | { result: "failed"; fault: DeliveryFault };

/** If the worker dies before it stores the result, another sends the mail again, with the same Message-ID. */
export async function deliverMail(taken: TakenMail, transport: Transport): Promise<Outcome> {
  const job = MailJob.parse(taken.job);
  const prepared = await prepareMail(job, taken.id, new Date());
  if (!("content" in prepared)) {
    if (prepared.fault) return { result: "failed", fault: prepared.fault };
    const { stillLeased } = await settleMail(taken, job, prepared);
    if (!stillLeased) return { result: "lost" };
    return { result: prepared.isWithheld || prepared.mails?.length ? "postponed" : "dropped" };
  }
  const message = toMessage(taken.id, job, prepared, (await readSite()).name, new Date());
  // A withdrawal, an erasure or another worker may have removed the mail while it was being prepared.
  if (!(await database((db) => isStillLeased(db, taken), "mail"))) return { result: "lost" };
  const outcome = hasMailableAddresses(prepared)
    ? await transport.send(message).catch(toDeliveryFault)
    : ({ code: "EADDRESS", isPermanent: true } as const);
  if ("code" in outcome) {
    // Without a response from the mail server, the mail may still have arrived, so the links in it must keep working.
    const isRefused = outcome.isPermanent || outcome.response !== undefined;
    if (prepared.tokens && isRefused) await deleteConsentLinks(prepared.tokens);
    if (isSubscriberJob(job) && isWithoutMailbox(job, outcome)) {
      // An unconfirmed address stays until it expires: without it, each request would send to the address again.
      if (job.mail === "subscription") await settleMail(taken, job, {});
      else await deleteSubscriber(job);
      return { result: "dropped" };
    }
    return { result: "failed", fault: outcome };
  }
  const following = toFollowUps(job, message, prepared, outcome);
  const settled = await settleMailOnceDatabaseResponds(taken, job, following).catch((error: unknown) => {
    log().error({ mail: taken.id, error: describeError(error) }, "a mail was sent but could not be recorded");
    return null;
  });
  // Counts as failed for good, because a retry would send the mail a second time.
  if (!settled) return { result: "failed", fault: { code: "INTERNAL", isPermanent: true } };
  const { stillLeased, submissionExists } = settled;
  if (!submissionExists) await transport.forget(message);
  return { result: stillLeased && submissionExists ? "sent" : "lost" };
}

/** Operators' addresses are not checked, because an admin entered them. */
function hasMailableAddresses({ to }: PreparedMail): boolean {
  return to.every(({ operator, address }) => operator !== null || isMailable(address));
}

/** Without an enhanced status code, the fault may be ours, so do not delete a confirmed address. */
function isWithoutMailbox({ mail }: SubscriberJob, { isPermanent, status }: DeliveryFault): boolean {
  return isPermanent && (status === undefined ? mail === "subscription" : /^5\.[12]\./.test(status));
}

/** Changes to store with the outcome of a mail. `mails` includes those to recipients whom the mail server deferred. */
type Following = Unsent & { event?: EventDetails["mail"] | undefined; changesUntil?: Date | undefined };

function toFollowUps(
  job: MailJob,
  { messageId }: Message,
  { to, following = [], changesUntil }: PreparedMail,
  { refused, deferred }: SendReport,
): Following {
  if (!isSubmissionJob(job)) return { changesUntil };
  const deferredTo = to.filter(({ address }) => deferred.includes(address));
  const mails = deferredTo.flatMap(({ operator }) => (operator ? [{ job: { ...job, operator } }] : []));
  const mail = MailType.safeParse(job.mail).data;
  const event = mail && {
    mail,
    messageId,
    recipients: to.length - deferredTo.length,
    ...(refused ? { refused } : {}),
    ...(job.event ? { event: job.event } : {}),
  };
  return { event, mails: [...mails, ...following] };
}

/** Retries while the database is unavailable. A lost result would make a worker send the mail again. */
async function settleMailOnceDatabaseResponds(...settled: Parameters<typeof settleMail>): Promise<Settlement> {
  for (;;) {
    try {
      return await settleMail(...settled);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
      await sleep(settleDelayMilliseconds);
    }
  }
}

/** `stillLeased`: no other worker has taken over the mail. */
type Settlement = { stillLeased: boolean; submissionExists: boolean };

/** Deletes the mail, records it on the timeline and queues follow-up mails, or withholds it. All in one transaction. */
async function settleMail(taken: TakenMail, job: MailJob, following: Following): Promise<Settlement> {
  return inMailTransaction(async (tx) => {
    const { changesUntil } = following;
    if (isSubscriberJob(job) && changesUntil) await recordChangesMail(tx, job, changesUntil, new Date());
    const submission = await lockSubmission(tx, job, following);
    if (!submission) return { stillLeased: false, submissionExists: false };
    if (following.isWithheld) {
      // If an operator has restored the submission from spam in the meantime, the mail is released.
      const isWithheld = job.mail === "reply" || submission.status === "spam";
      return {
        stillLeased: await returnMailToQueue(tx, taken, isWithheld ? "held" : "waiting"),
        submissionExists: true,
      };
    }
    const stillLeased = await deleteTakenMail(tx, taken);
    if (stillLeased) await queueFollowUps(tx, { id: taken.id, job }, following);
    return { stillLeased, submissionExists: true };
  });
}

async function queueFollowUps(
  tx: RawTransaction,
  { id, job }: { id: string; job: MailJob },
  { event, mails = [], inDigests = [], clockMailAt }: Following,
): Promise<void> {
  const at = new Date();
  if (job.mail === "digest") await deleteDigestItems(tx, job.operator, id);
  if (job.mail === "reply" && event) await markReplied(tx, job, at);
  await queueMails(tx, mails);
  if (!isSubmissionJob(job)) return;
  const sent = event && ({ type: "mail", details: event } as const);
  if (sent) await insertEvents(tx, service, [{ kind: job.kind, id: job.id, event: sent }], at);
  if (inDigests.length) await addDigestItems(tx, job, inDigests);
  if (clockMailAt) await repeatClockMail(tx, job, clockMailAt);
}

/** Waits for a running erasure; a later erasure waits for this transaction and deletes its event. */
async function lockSubmission(
  tx: RawTransaction,
  job: MailJob,
  { isWithheld }: Following,
): Promise<{ status?: string } | undefined> {
  if (!isSubmissionJob(job)) return {};
  // A reply may change the row. The stronger lock keeps operators from restoring the submission from spam.
  const strength = job.mail === "reply" || isWithheld ? "NO KEY UPDATE" : "KEY SHARE";
  const [row] = await tx.$queryRaw<{ status: string }[]>`
    SELECT status FROM submissions WHERE kind = ${job.kind} AND id = ${job.id} FOR ${Prisma.raw(strength)}`;
  return row;
}

function toMessage(jobId: string, job: MailJob, prepared: PreparedMail, name: string, date: Date): Message {
  const {
    to,
    shownTo,
    content,
    senderName,
    isAutomatic,
    references = [],
    unsubscribeUrl,
    isOneClick,
    files = [],
  } = prepared;
  const { CONTACT_EMAIL, MAIL_FROM } = env();
  const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };
  return {
    ...renderMail(content),
    messageId: toMessageId(jobId, isSubmissionJob(job) ? job : null, getMailDomain()),
    references,
    from: { name: senderName ?? name, address: MAIL_FROM ?? CONTACT_EMAIL },
    to: to.map(({ address }) => address),
    shownTo,
    replyTo: { name, address: CONTACT_EMAIL },
    subject: content.subject,
    date,
    headers: {
      "Content-Language": content.language,
      ...(isAutomatic ? automatic : {}),
      ...(unsubscribeUrl ? { "List-Unsubscribe": `<${unsubscribeUrl}>` } : {}),
      ...(isOneClick ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
    attachments: files.map(({ name: filename, type: contentType, content: bytes }) => ({
      filename,
      contentType,
      content: Buffer.from(bytes),
    })),
    fileName: toMailFileName(isSubmissionJob(job) ? job : { kind: null, id: null }, job.mail, jobId),
  };
}
