import "server-only";
import { asObject } from "../../domain/json.ts";
import { DeliveryFault } from "../../domain/submissions/core/mails.ts";

/**
 * Bad or closed mailbox, or malformed message (RFC 3463, RFC 5248). 5.1.7 and 5.1.8 concern the sender: not permanent.
 */
const permanentStatus = /^5\.(1\.(?![78]$)\d+|2\.1|6\.\d+)$/;
/** Replies for a missing mailbox, used when the server sends no enhanced status. */
const permanentResponses = [550, 551, 553];

/**
 * Reads a transport's error. Only a refusal of this recipient or this message is permanent: everything else can be
 * fixed, such as a relay that rejects our login or a daily limit.
 */
export function toDeliveryFault(error: unknown): DeliveryFault {
  const { code, originalCode, responseCode, response, command } = asObject(error);
  const replied = typeof responseCode === "number" ? responseCode : undefined;
  const status = typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  const isRecipientRefused = code === "EENVELOPE" && typeof command === "string" && /^RCPT/i.test(command);
  const isRefusal = isRecipientRefused || code === "EMESSAGE";
  const isMissingMailbox = isRecipientRefused && replied !== undefined && permanentResponses.includes(replied);
  return {
    // nodemailer hides Node's code behind ESOCKET; Node's code says whether a server responded at all.
    code: DeliveryFault.shape.code.safeParse(code === "ESOCKET" ? (originalCode ?? code) : code).data ?? "UNKNOWN",
    ...(replied === undefined ? {} : { response: replied }),
    ...(status === undefined ? {} : { status }),
    isPermanent: isRefusal && (status === undefined ? isMissingMailbox : permanentStatus.test(status)),
  };
}
