import "server-only";
import { asObject } from "../../domain/json.ts";
import { DeliveryFault } from "../../domain/submissions/core/mails.ts";

/**
 * Unknown or closed mailbox, or malformed message (RFC 3463, RFC 5248). 5.1.7 and 5.1.8 are about the sender, so they
 * are not permanent for the recipient.
 */
const permanentStatus = /^5\.(1\.(?![78]$)\d+|2\.1|6\.\d+)$/;
/** Reply codes for a missing mailbox, used when the server sends no enhanced status code. */
const permanentResponses = [550, 551, 553];

/**
 * Converts an error of the transport. A fault is permanent only if the server refuses this recipient or this message.
 * An admin can fix everything else, such as a relay that rejects our login or a daily limit.
 */
export function toDeliveryFault(error: unknown): DeliveryFault {
  const { code, originalCode, responseCode, response, command } = asObject(error);
  const replied = typeof responseCode === "number" ? responseCode : undefined;
  const status = typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  const isRecipientRefused = code === "EENVELOPE" && typeof command === "string" && /^RCPT/i.test(command);
  const isRefusal = isRecipientRefused || code === "EMESSAGE";
  const isMissingMailbox = isRecipientRefused && replied !== undefined && permanentResponses.includes(replied);
  return {
    // nodemailer replaces Node's code with ESOCKET. Node's code tells whether the server responded at all.
    code: DeliveryFault.shape.code.safeParse(code === "ESOCKET" ? (originalCode ?? code) : code).data ?? "UNKNOWN",
    ...(replied === undefined ? {} : { response: replied }),
    ...(status === undefined ? {} : { status }),
    isPermanent: isRefusal && (status === undefined ? isMissingMailbox : permanentStatus.test(status)),
  };
}
