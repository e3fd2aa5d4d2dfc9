import "server-only";
import { endpointsMax } from "../../domain/webhooks/endpoint.ts";
import { isCodeTooOld } from "../code-level.ts";
import { database } from "../db.ts";
import { renewRows } from "../queue/leases.ts";
import { isMailHeld } from "../queue/mails.ts";
import { atOnceOfEndpoint, takeDeliveries } from "../queue/webhooks.ts";
import { openQueueSender, type QueueSender } from "../queue/worker.ts";
import { deliverWebhook } from "./deliver-webhook.ts";

/** After a restore, deliveries wait with the mails: the backup may hold people who were erased since. */
export function openWebhookSender(): Promise<QueueSender> {
  return openQueueSender({
    canTake: async () => {
      const isTooOld = await database((_db, pool) => isCodeTooOld(pool), "mail");
      return !isTooOld && !(await isMailHeld());
    },
    take: takeDeliveries,
    renew: (db, leases) => renewRows(db, "deliveries", leases),
    deliver: deliverWebhook,
    // Enough for all endpoints to hang without keeping others waiting.
    atOnce: endpointsMax * atOnceOfEndpoint,
  });
}

/** For a cron. Starts no delivery once `timeUp` resolves. */
export async function sendDueWebhooks(timeUp: Promise<unknown>): Promise<void> {
  const sender = await openWebhookSender();
  await Promise.race([sender.sendDue(), timeUp]).finally(() => sender.stop());
}
