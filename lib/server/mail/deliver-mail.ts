import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError } from "../../domain/errors.ts";
import { MailJob } from "../../domain/mail/mail.ts";
import type { DeliveryFault } from "../../domain/mail/pending-mail.ts";
import type { EventDetails } from "../../domain/submissions/events.ts";
import { database, driverTransaction } from "../db.ts";
import { env, siteUrl } from "../env.ts";
import { deleteTaken, queueMails, type TakenJob } from "../queue/jobs.ts";
import { mailQueue } from "../queue/queue.ts";
import { deleteConsentLinks } from "../submissions/consent.ts";
import { toDeliveryFault } from "./delivery-fault.ts";
import { mailFileName } from "./mail-files.ts";
import { type MailPages, type PreparedMail, prepareMail } from "./prepare-mail.ts";
import { renderMail } from "./render-mail.ts";
import type { Message, Sent, Transport } from "./transport.ts";
import { isMailable } from "./transport.ts";

const settleAttemptsMax = 10;
const settleDelayMilliseconds = 1_000;

export type Delivery = {
  transport: Transport;
  pages: MailPages;
  now: () => Date;
};
/** `lost`: another worker has it by now, or it was erased meanwhile. */
export type Outcome = { result: "sent" | "dropped" | "lost" } | { result: "failed"; fault: DeliveryFault };

/**
 * Sends a job's mail and takes the job from the queue. A worker that is killed after the mail server has said yes and
 * before that is stored sends once more, under the same Message-ID.
 */
export async function deliverMail(taken: TakenJob, delivery: Delivery): Promise<Outcome> {
  const { transport, pages, now } = delivery;
  const job = MailJob.parse(taken.data);
  const unreachable = taken.retryCount ? await transport.verify().then(() => undefined, toDeliveryFault) : undefined;
  if (unreachable) return { result: "failed", fault: unreachable };
  const prepared = await prepareMail(job, pages, now());
  if (!prepared) return { result: (await settle(taken, job, undefined, delivery)).isOurs ? "dropped" : "lost" };
  if (!prepared.to.length) return { result: "failed", fault: { code: "NO_OPERATOR", isPermanent: false } };
  const message = messageOf(taken, job, prepared, now());
  const outcome = isMailablePerson(prepared)
    ? await transport.send(message).catch(toDeliveryFault)
    : ({ code: "EADDRESS", isPermanent: true } as const);
  if ("code" in outcome) {
    // Without a word of the server's, the mail may have arrived: then its links are to work.
    const isRefused = outcome.isPermanent || outcome.response !== undefined;
    if (prepared.tokens && isRefused) await deleteConsentLinks(prepared.tokens);
    return { result: "failed", fault: outcome };
  }
  const sent = sentOf(job, message, prepared, outcome);
  const { isOurs, isThere } = await settleInTime(taken, job, sent, delivery);
  // What was erased while it was sent leaves no file.
  if (!isThere) await transport.forget(message);
  return { result: isOurs && isThere ? "sent" : "lost" };
}

/** Addresses of operators are the company's own affair. */
function isMailablePerson({ to }: PreparedMail): boolean {
  return to.every(({ operator, address }) => operator !== null || isMailable(address));
}

type SentMail = { event: EventDetails["mail"]; deferred: MailJob[] };

/** What the timeline is told, and the jobs of those whom the server has put off. */
function sentOf(job: MailJob, { messageId }: Message, { to }: PreparedMail, { refused, deferred }: Sent): SentMail {
  const late = to.filter(({ address }) => deferred.includes(address));
  const event = {
    mail: job.mail,
    messageId,
    recipients: to.length - late.length,
    ...(refused ? { refused } : {}),
    ...(job.event ? { event: job.event } : {}),
  };
  return { event, deferred: late.flatMap(({ operator }) => (operator ? [{ ...job, operator }] : [])) };
}

function messageOf(taken: TakenJob, job: MailJob, prepared: PreparedMail, date: Date): Message {
  const { to, content, isAutomatic, inReplyTo } = prepared;
  const { SITE_NAME: name, CONTACT_EMAIL, MAIL_FROM } = env();
  const automatic = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };
  return {
    ...renderMail(content),
    messageId: `<${taken.id}@${new URL(siteUrl()).hostname}>`,
    inReplyTo,
    from: { name, address: MAIL_FROM ?? CONTACT_EMAIL },
    to: to.map(({ address }) => address),
    replyTo: { name, address: CONTACT_EMAIL },
    subject: content.subject,
    date,
    headers: { "Content-Language": content.language, ...(isAutomatic ? automatic : {}) },
    fileName: mailFileName(job, job.mail, taken.id),
  };
}

/** What is sent and not settled is sent again: a database that is away for a moment is waited for. */
async function settleInTime(...settled: Parameters<typeof settle>): Promise<Settled> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle(...settled);
    } catch (error) {
      const isAway = error instanceof AppError && error.kind === "unavailable";
      if (!isAway || attempt === settleAttemptsMax) throw error;
      await sleep(settleDelayMilliseconds);
    }
  }
}

/** `isOurs`: no other attempt has the job by now. `isThere`: neither has the submission been erased. */
type Settled = { isOurs: boolean; isThere: boolean };

/** Takes the job from the queue and tells the timeline of what was sent, both or neither. */
async function settle(taken: TakenJob, job: MailJob, sent: SentMail | undefined, { now }: Delivery): Promise<Settled> {
  const settleIn = async (client: pg.PoolClient) => {
    const isThere = await lockSubmission(client, job);
    const isOurs = (await deleteTaken(client, mailQueue, [taken])) === 1;
    if (isOurs && isThere && sent) {
      await tell(client, job, sent.event, now());
      await queueMails(
        client,
        sent.deferred.map((data) => ({ data })),
      );
    }
    return { isOurs, isThere };
  };
  return database((_db, pool) => driverTransaction(pool, settleIn), "mail");
}

/** An erasure that is under way is waited for, and one that comes later finds what is told here. */
async function lockSubmission(client: pg.PoolClient, { kind, id }: MailJob): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM submissions WHERE kind = $1 AND id = $2 FOR KEY SHARE", [
    kind,
    id,
  ]);
  return rowCount === 1;
}

async function tell(client: pg.PoolClient, { kind, id }: MailJob, sent: EventDetails["mail"], at: Date): Promise<void> {
  await client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details) VALUES ($1, $2, $3, 'service', 'mail', $4)`,
    [kind, id, at, JSON.stringify(sent)],
  );
}
