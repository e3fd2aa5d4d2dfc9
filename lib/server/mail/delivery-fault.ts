import "server-only";
import { asObject } from "../../domain/json.ts";
import { DeliveryFault } from "../../domain/mail/mail.ts";

/** There is no such mailbox, it is closed, or the message is malformed (RFC 3463, RFC 5248). Not so of the sender's. */
const permanentStatus = /^5\.(1\.(?![78]$)\d+|2\.1|6\.\d+)$/;
/** What a server says of a mailbox that it does not have, where it gives no status. */
const permanentResponses = [550, 551, 553];

/**
 * What the error of a transport says. Permanent is only a refusal of this recipient or of this message: everything else,
 * such as a relay that knows us no more, or a limit of the day, may be mended.
 */
export function toDeliveryFault(error: unknown): DeliveryFault {
  const { code, originalCode, responseCode, response, command } = asObject(error);
  const replied = typeof responseCode === "number" ? responseCode : undefined;
  const status = typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  const isOfRecipient = code === "EENVELOPE" && typeof command === "string" && /^RCPT/i.test(command);
  const isRefusal = isOfRecipient || code === "EMESSAGE";
  const isMailbox = isOfRecipient && replied !== undefined && permanentResponses.includes(replied);
  return {
    // Behind ESOCKET is Node's own code: whether there was a server at all.
    code: DeliveryFault.shape.code.safeParse(code === "ESOCKET" ? (originalCode ?? code) : code).data ?? "UNKNOWN",
    ...(replied === undefined ? {} : { response: replied }),
    ...(status === undefined ? {} : { status }),
    isPermanent: isRefusal && (status === undefined ? isMailbox : permanentStatus.test(status)),
  };
}
