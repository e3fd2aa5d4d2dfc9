import "server-only";
import { createHash } from "node:crypto";
import { readCalComMessage, readCalendlyMessage } from "../../domain/bookings/booking-message.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import { log } from "../log.ts";
import { inLongTransaction } from "../maintenance.ts";
import type { ChangeOutcome } from "./record-change.ts";
import { recordSeenBooking } from "./record-seen-booking.ts";

const keptDays = 30;

/**
 * - `repeated`: it was received before
 * - `other`: it is about something else
 * - `unreadable`: it has an unknown shape. Not an error, because Calendly would end the subscription
 */
type WebhookOutcome = ChangeOutcome | "repeated" | "other" | "unreadable";

/** `signedAt` is null if only the body is signed, which then contains the time. */
type SignedWebhook = { service: "cal.com" | "calendly"; body: Uint8Array; json: unknown; signedAt: Date | null };

/** Call this once the signature is verified. @throws AppError `unauthorized`, `unavailable` */
export async function receiveBookingWebhook(
  { service, body, json, signedAt }: SignedWebhook,
  now: Date,
): Promise<WebhookOutcome> {
  const seen = service === "calendly" ? readCalendlyMessage(json) : readCalComMessage(json);
  if (seen === "unreadable") log().warn({ service }, "a webhook of the booking service has an unknown shape");
  if (typeof seen === "string") return seen;
  const at = signedAt ?? seen.changedAt;
  if (now.getTime() - at.getTime() > keptDays * dayMilliseconds) {
    throw new AppError("unauthorized", "This webhook is too old.");
  }
  const hash = createHash("sha256").update(body).digest("hex");
  if (await database((db) => db.seenWebhook.findUnique({ where: { hash } }), "desk")) return "repeated";
  const recorded = await recordSeenBooking(seen, now);
  // Stored only now, so that the service can send it again after a failure.
  await database((db) => db.seenWebhook.createMany({ data: { hash, at }, skipDuplicates: true }), "desk");
  return recorded;
}

/** Deletes old webhooks, and bookings about which operators no longer need to be asked. */
export async function purgeBookings({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMilliseconds);
  await inLongTransaction(async (tx) => {
    await tx.seenWebhook.deleteMany({ where: { at: { lt: before } } });
    await tx.unmatchedBooking.deleteMany({ where: { endAt: { lt: now } } });
  });
}
