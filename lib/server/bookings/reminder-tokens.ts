import "server-only";
import { reminderTokenDays } from "../../domain/bookings/booking.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { formatReference, parseReference } from "../../domain/submissions/core/submission-ref.ts";
import { readSignedText, signText } from "../signed-text.ts";
import type { Receipt } from "../submissions/intake/receipts.ts";

const purpose = "booking reminders";

/** Signs the reference and, in base 36, the times of the submission and of the token's end. */
export function writeReminderToken({ kind, id, sentAt }: Omit<Receipt, "route">, now: Date): string {
  const times = [sentAt.getTime(), now.getTime() + reminderTokenDays * dayMilliseconds];
  return signText(purpose, [formatReference({ kind, id }), ...times.map((time) => time.toString(36))]);
}

/** Returns a receipt that only books and shows the booking. Null once the token has expired. */
export function readReminderToken(text: unknown, now: Date): Receipt | null {
  const [reference = "", sentAt = "", endsAt = ""] = readSignedText(purpose, text) ?? [];
  const ref = parseReference(reference);
  if (!ref || now.getTime() > Number.parseInt(endsAt, 36)) return null;
  return { ...ref, route: "qualified", sentAt: new Date(Number.parseInt(sentAt, 36)) };
}
