import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { AppError } from "../../domain/errors.ts";
import { type DeliveryFault, isOfSubmission, MailJob, type SubmissionMailJob } from "../../domain/mail/mail.ts";
import { type EventDetails, MailType } from "../../domain/submissions/events.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database, driverTransaction } from "../db.ts";
import { deleteTaken, type NewMail, queueMails, type TakenJob } from "../queue/jobs.ts";
import { deleteConsentLinks } from "../submissions/consent.ts";
import { holdMail } from "../submissions/held-mails.ts";
import { markReplied } from "../submissions/queued-reply.ts";
import { toDeliveryFault } from "./delivery-fault.ts";
import { addDigestItems, deleteDigestItems } from "./digests.ts";
import { type PreparedMail, prepareMail, type SiteParts } from "./prepare-mail.ts";
import { toMessage } from "./to-message.ts";
import { isMailable, type Message, type SendReport, type Transport } from "./transport.ts";

const settleAttemptsMax = 10;
const settleDelayMilliseconds = 1_000;

export type Delivery = {
  transport: Transport;
  siteParts: SiteParts;
  now: () => Date;
};
/** `dropped`: no mail was needed any more. `postponed`: it is queued for later. `lost`: another worker has the job, or an erasure deleted it. */
export type Outcome =
  | { result: "sent" | "dropped" | "postponed" | "lost" }
  | { result: "failed"; fault: DeliveryFault };

/**
 * Sends a job's mail and deletes the job. If the worker dies after the mail server has accepted the mail and before the
 * result is stored, the next worker sends the mail again, under the same Message-ID.
 */
export async function deliverMail(taken: TakenJob, delivery: Delivery): Promise<Outcome> {
  const { transport, siteParts, now } = delivery;
  const job = MailJob.parse(taken.data);
  const prepared = await prepareMail(job, taken.id, siteParts, now());
  if (!prepared) return { result: (await settle(taken, job, undefined, delivery)).stillLeased ? "dropped" : "lost" };
  if ("mails" in prepared) {
    return { result: (await settle(taken, job, prepared, delivery)).stillLeased ? "postponed" : "lost" };
  }
  const message = toMessage(taken.id, job, prepared, now());
  const outcome = isMailablePerson(prepared)
    ? await transport.send(message).catch(toDeliveryFault)
    : ({ code: "EADDRESS", isPermanent: true } as const);
  if ("code" in outcome) {
    // Without a response the mail may have arrived, so its links must keep working.
    const isRefused = outcome.isPermanent || outcome.response !== undefined;
    if (prepared.tokens && isRefused) await deleteConsentLinks(prepared.tokens);
    return { result: "failed", fault: outcome };
  }
  const following = toFollowing(job, message, prepared, outcome);
  const { stillLeased, submissionExists } = await settleWhenPossible(taken, job, following, delivery);
  if (!submissionExists) await transport.forget(message);
  return { result: stillLeased && submissionExists ? "sent" : "lost" };
}

/** Operators' addresses are trusted: an admin has entered them. */
function isMailablePerson({ to }: PreparedMail): boolean {
  return to.every(({ operator, address }) => operator !== null || isMailable(address));
}

/** What follows an attempt: the timeline's event, new jobs, as for recipients that the server deferred, digests, and what waits. */
type Following = {
  event?: EventDetails["mail"] | undefined;
  mails: NewMail[];
  inDigests?: string[] | undefined;
  held?: SubmissionMailJob;
};

function toFollowing(
  job: MailJob,
  { messageId }: Message,
  { to }: PreparedMail,
  { refused, deferred }: SendReport,
): Following {
  if (!isOfSubmission(job)) return { mails: [] };
  const deferredTo = to.filter(({ address }) => deferred.includes(address));
  const mails = deferredTo.flatMap(({ operator }) => (operator ? [{ data: { ...job, operator } }] : []));
  const mail = MailType.safeParse(job.mail).data;
  const event = mail && {
    mail,
    messageId,
    recipients: to.length - deferredTo.length,
    ...(refused ? { refused } : {}),
    ...(job.event ? { event: job.event } : {}),
  };
  return { event, mails };
}

/** Retries while the database is unavailable, since an unsettled mail is sent again. */
async function settleWhenPossible(...settled: Parameters<typeof settle>): Promise<Settled> {
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

/** `stillLeased`: no other attempt has taken the job over. */
type Settled = { stillLeased: boolean; submissionExists: boolean };

/** Deletes the job, records the mail on the timeline and queues what follows, all or nothing. */
async function settle(
  taken: TakenJob,
  job: MailJob,
  following: Following | undefined,
  { now }: Delivery,
): Promise<Settled> {
  const settleIn = async (client: pg.PoolClient) => {
    const submissionExists = await lockSubmission(client, job, following);
    const stillLeased = (await deleteTaken(client, [taken])) === 1;
    if (stillLeased && submissionExists && following) {
      if (job.mail === "reply" && following.event) await markReplied(client, job, now());
      await follow(client, job, following, now());
      if (job.mail === "digest") await deleteDigestItems(client, job.operator, taken.id);
    }
    return { stillLeased, submissionExists };
  };
  return database((_db, pool) => driverTransaction(pool, settleIn), "mail");
}

async function follow(
  client: pg.PoolClient,
  job: MailJob,
  { event, mails, inDigests, held }: Following,
  at: Date,
): Promise<void> {
  await queueMails(client, mails);
  if (held) await holdMail(client, held);
  if (!isOfSubmission(job)) return;
  if (event) await recordMail(client, job, event, at);
  if (inDigests?.length) await addDigestItems(client, job, inDigests);
}

/** Waits for a running erasure; a later erasure waits for this transaction and erases its event. */
async function lockSubmission(client: pg.PoolClient, job: MailJob, following?: Following): Promise<boolean> {
  if (!isOfSubmission(job)) return true;
  // A reply may change the row, and a mail that is kept back does.
  const strength = job.mail === "reply" || following?.held ? "NO KEY UPDATE" : "KEY SHARE";
  const { rowCount } = await client.query(`SELECT FROM submissions WHERE kind = $1 AND id = $2 FOR ${strength}`, [
    job.kind,
    job.id,
  ]);
  return rowCount === 1;
}

async function recordMail(
  client: pg.PoolClient,
  { kind, id }: SubmissionRef,
  sent: EventDetails["mail"],
  at: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details) VALUES ($1, $2, $3, 'service', 'mail', $4)`,
    [kind, id, at, JSON.stringify(sent)],
  );
}
