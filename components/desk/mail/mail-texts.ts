import type { DeliveryFault } from "#lib/domain/mail/mail.ts";
import type { MailType } from "#lib/domain/submissions/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { deskText } from "#lib/i18n/desk-text.ts";

const t = deskText("mail");
const inbox = deskText("inbox");

export function mailName(mail: MailType): string {
  return t(`mail.${mail}`);
}

/** A submission by its kind and reference number. */
export function subjectName({ kind, id }: SubmissionRef): string {
  return t("subject", { kind: inbox(`kind.${kind}`), id: String(id) });
}

/** Codes of nodemailer, of Node's network and file system, and of our own worker. */
const codes = {
  unreachable: ["ECONNECTION", "ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"],
  timeout: ["ETIMEDOUT"],
  broken: ["ESOCKET", "ECONNRESET", "EPIPE"],
  unknownHost: ["EDNS", "ENOTFOUND", "EAI_AGAIN"],
  signIn: ["EAUTH", "ENOAUTH", "EOAUTH2"],
  encryption: ["ETLS", "EREQUIRETLS"],
  protocol: ["EPROTOCOL"],
  stream: ["ESTREAM"],
  address: ["EADDRESS"],
  disk: ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS"],
  internal: ["INTERNAL"],
  noOperator: ["NO_OPERATOR"],
} as const;

/** Why a mail has not gone out. A job that was tried and has no fault was interrupted. */
export function faultText(fault: DeliveryFault | null): string {
  if (!fault) return t("fault.unfinished");
  const { code, response, status } = fault;
  const told = [code === "UNKNOWN" ? "" : code, response, status].filter(Boolean).join(" ");
  const what = t(`fault.${textOf(fault)}`);
  return told ? t("faultDetails", { what, codes: told }) : what;
}

/** Errors of TLS, and of certificates (Node's documentation, "X509 certificate error codes"). */
const ofEncryption =
  /^(EPROTO$|ERR_(SSL|TLS)_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|INVALID_(CA|PURPOSE)$|PATH_LENGTH_|HOSTNAME_)|_CERT(_|$)/;

/** The server's state, routing or policy (RFC 3463): nothing is wrong with the address. */
const ofServer = /^5\.[347]\./;

function textOf({ code, response = 0, status = "", isPermanent }: DeliveryFault) {
  if (code === "EENVELOPE") return ofServer.test(status) ? "relay" : isPermanent ? "recipient" : "envelope";
  if (code === "EMESSAGE") return isPermanent || response >= 500 ? "message" : "messageLater";
  if (ofEncryption.test(code)) return "encryption";
  const names = Object.keys(codes) as (keyof typeof codes)[];
  return names.find((name) => (codes[name] as readonly string[]).includes(code)) ?? "other";
}
