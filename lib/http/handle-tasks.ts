import * as z from "zod/mini";
import { AppError } from "../domain/errors.ts";
import { Nothing, nameOperations } from "../domain/operation.ts";
import { env } from "../server/env.ts";
import { isServerless } from "../server/host.ts";
import { describeError, log } from "../server/log.ts";
import { handle } from "./handle.ts";
import type { Handler } from "./message.ts";
import { notFound } from "./not-found.ts";
import { hasBearer } from "./secrets.ts";

/**
 * Seconds during which a call may start work. Mails being sent get five more, 30 in total, which is within the default
 * limits of serverless platforms. A received mail that is hard to parse may take up to `maxDuration`, a minute.
 */
const taskSeconds = 25;
/** Maximum number of bookings per call, because a request to the booking service may take five seconds. */
const bookingsMax = 4;
const watchedMax = 2;

const count = z.number();
const Purged = z.object({ evaluations: count, inquiries: count });

/** A cron job calls this once a minute. It is a GET, because the cron jobs of platforms send nothing else. */
const { runTasks: operation } = nameOperations({
  runTasks: {
    method: "GET",
    path: "/tasks",
    input: Nothing,
    output: z.object({
      mails: z.object({ sent: count, failed: count, isMore: z.boolean() }),
      /** Null if time ran out before the purge, which the next call then runs. */
      purged: z.nullable(z.object({ withdrawn: Purged, closed: Purged })),
    }),
  },
});

const run = handle(operation, async (_input, { request, headers }) => {
  const { CRON_SECRET } = env();
  if (CRON_SECRET === undefined || !hasBearer(request.headers.get("authorization"), CRON_SECRET)) {
    headers["WWW-Authenticate"] = "Bearer";
    throw new AppError("unauthorized", "Send the bearer token of the cron.");
  }
  return runTasks();
});

/** Called by the platform's cron, maybe concurrently. Responds with 404 unless ENCAJE_HOST is serverless. */
export const handleTasks: Handler = (request) => (isServerless() ? run(request) : notFound(request));

async function runTasks() {
  const { sendDueMails } = await import("../server/mail/mail-worker.ts");
  const { purgeDueAndLog } = await import("../server/people/retain.ts");
  const { reconcileBookings } = await import("../server/bookings/reconcile-bookings.ts");
  const { settleBookings } = await import("../server/bookings/book-time.ts");
  const { watchCatalog } = await import("../server/catalog/watch.ts");
  const { requireContactAddress } = await import("../server/mail/recipients.ts");
  const { sendDueWebhooks } = await import("../server/webhooks/deliver-webhook.ts");
  const signal = AbortSignal.timeout(taskSeconds * 1_000);
  const timeUp = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));
  const sendMails = async () => {
    requireContactAddress();
    return sendDueMails({ seconds: taskSeconds });
  };
  const outcomes = await Promise.allSettled([
    sendMails(),
    Promise.race([purgeDueAndLog(signal), timeUp]),
    settleBookings(new Date(), { max: bookingsMax, signal }),
    Promise.race([reconcileBookings(new Date(), signal), timeUp]),
    Promise.race([watchCatalog(new Date(), { max: watchedMax, signal }), timeUp]),
    sendDueWebhooks(timeUp),
  ]);
  const faults = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  for (const fault of faults) log().warn({ error: describeError(fault) }, "a task of the cron failed");
  const [mails, purged] = outcomes;
  if (faults.length || mails.status === "rejected" || purged.status === "rejected") throw faults[0];
  return { mails: mails.value, purged: purged.value };
}
