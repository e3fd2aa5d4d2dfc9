import type { MailSubject } from "#lib/domain/mail/mail.ts";
import type { DeliveryFault } from "#lib/domain/submissions/core/mails.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";

export function formatSubject(t: DeskText<"mail">, subject: MailSubject): string {
  if (subject.kind === null) return t("subject.several");
  return t(`subject.${subject.kind}`, { reference: formatReference(subject) });
}

/** Error codes with texts of their own, from nodemailer, Node's network and file system, and our own worker. */
const faults = [
  { name: "unreachable", codes: ["ECONNECTION", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"] },
  { name: "timeout", codes: ["ETIMEDOUT"] },
  { name: "broken", codes: ["ESOCKET", "ECONNRESET", "EPIPE"] },
  { name: "unknownHost", codes: ["EDNS", "ENOTFOUND", "EAI_AGAIN"] },
  { name: "signIn", codes: ["EAUTH", "ENOAUTH", "EOAUTH2"] },
  { name: "encryption", codes: ["ETLS", "EREQUIRETLS"] },
  { name: "protocol", codes: ["EPROTOCOL"] },
  { name: "stream", codes: ["ESTREAM"] },
  { name: "address", codes: ["EADDRESS"] },
  { name: "author", codes: ["EAUTHOR"] },
  { name: "disk", codes: ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS"] },
  { name: "internal", codes: ["INTERNAL"] },
  { name: "held", codes: ["HELD"] },
] as const;

/** `fault` is null if the attempt was interrupted. */
export function formatDeliveryFault(t: DeskText<"mail">, fault: DeliveryFault | null): string {
  if (!fault) return t("fault.unfinished");
  const { code, response, status } = fault;
  const codes = [code === "UNKNOWN" ? "" : code, response, status].filter(Boolean).join(" ");
  const what = t(`fault.${toFaultTextKey(fault)}`);
  return codes ? t("faultDetails", { what, codes }) : what;
}

/** Matches error codes of TLS and certificates (Node's documentation, "X509 certificate error codes"). */
const encryptionCodes =
  /^(EPROTO$|ERR_(SSL|TLS)_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|INVALID_(CA|PURPOSE)$|PATH_LENGTH_|HOSTNAME_)|_CERT(_|$)/;

/** Errors of the server, routing or policy (RFC 3463), which do not mean that the address is wrong. */
const serverStatus = /^5\.[347]\./;

function toFaultTextKey({ code, response = 0, status = "", isPermanent }: DeliveryFault) {
  if (code === "EENVELOPE") return serverStatus.test(status) ? "relay" : isPermanent ? "recipient" : "envelope";
  if (code === "EMESSAGE") return isPermanent || response >= 500 ? "message" : "messageLater";
  if (encryptionCodes.test(code)) return "encryption";
  return faults.find(({ codes }) => codes.some((each) => each === code))?.name ?? "other";
}
