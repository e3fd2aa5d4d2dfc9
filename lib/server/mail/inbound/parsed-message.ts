import { createHash } from "node:crypto";
import { type Attachment, addressParser, type Email } from "postal-mime";
import {
  type FoldedQuotes,
  foldQuotes,
  listAnsweredIds,
  MailHeaders,
  readAuthentication,
  readMailboxAddress,
} from "../../../domain/mail/received-mail.ts";
import { cut, toOneLine } from "../../../domain/plain-text.ts";
import { fold } from "../../../domain/spelling.ts";
import { type Authentication, type InboundType, inboundBounds } from "../../../domain/submissions/core/inbound.ts";
import { emailMax, isStorable } from "../../../domain/text-bounds.ts";

/** Maximum size of the headers kept from a mail that a delivery report returns. */
const returnedBytesMax = 64 * 1024;

type ParsedFile = { name: string; mediaType: string; content: Uint8Array };

export type ParsedMessage = FoldedQuotes & {
  /** Identifies the mail. The digest is the same for every delivery of the mail. */
  digest: string;
  type: InboundType;
  /** Delivery report (RFC 3464). */
  isReport: boolean;
  messageId: string | null;
  /** Empty unless the mail names exactly one sender. */
  fromAddress: string;
  fromName: string;
  subject: string;
  authentication: Authentication;
  /** Message-IDs of the mails that this mail answers, newest first. */
  answered: string[];
  /** The headers of the mail that a delivery report returns. Otherwise empty. */
  returned: string;
  files: ParsedFile[];
};

/** `raw` is the whole mail, even if only the header in `mail` was parsed. */
export function toParsedMessage(raw: Uint8Array, mail: Email, server: string | undefined): ParsedMessage {
  const headers = new MailHeaders(mail.headers);
  const from = readSender(headers);
  const subject = toOneLine(mail.subject ?? "", inboundBounds.subject);
  const report = findFile(mail, ["message/delivery-status", "message/global-delivery-status"]);
  const action = /^action:\s*([a-z]+)/im.exec(readFileStart(report))?.[1]?.toLowerCase() ?? null;
  const messageId = /<[^<>\s]+>/.exec(headers.first("message-id"))?.[0] ?? null;
  return {
    ...readText(mail),
    digest: toDigest(raw, messageId, from.fromAddress),
    type: classifyMail({ headers, subject, fromAddress: from.fromAddress, action }),
    isReport: report !== undefined,
    messageId:
      messageId !== null && messageId.length <= inboundBounds.messageId
        ? toOneLine(messageId, inboundBounds.messageId)
        : null,
    ...from,
    subject,
    authentication: readAuthentication(headers, { address: from.fromAddress, server }),
    answered: listAnsweredIds(headers),
    returned: readFileStart(
      findFile(mail, ["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"]),
    ),
    files: mail.attachments.filter(isFile).map(toFile),
  };
}

/** Includes the sender: otherwise, somebody could block a mail by using its Message-ID first. */
function toDigest(raw: Uint8Array, messageId: string | null, sender: string): string {
  const hash = createHash("sha256");
  return (messageId === null ? hash.update(raw) : hash.update(`${messageId}\n${sender.toLowerCase()}`)).digest("hex");
}

function readSender(headers: MailHeaders): { fromAddress: string; fromName: string } {
  const fields = headers.all("from");
  const [field = ""] = fields;
  const fromName = toOneLine(addressParser(field, { flatten: true })[0]?.name ?? "", inboundBounds.fromName);
  const address = fields.length === 1 ? readMailboxAddress(field).normalize("NFC") : "";
  return { fromAddress: address.length <= emailMax && isStorable(address) ? address : "", fromName };
}

function readText(mail: Email): FoldedQuotes {
  const { text, quoted } = foldQuotes(toStorable((mail.text ?? "").slice(0, 2 * inboundBounds.text)));
  return { text: cut(text, inboundBounds.text), quoted: cut(quoted, inboundBounds.text) };
}

/** Removes characters that Postgres cannot store, and direction controls that could reorder text on the desk. */
function toStorable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "");
}

const findFile = (mail: Email, types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType));

function readFileStart(file: Attachment | undefined): string {
  return file ? Buffer.from(toBytes(file).subarray(0, returnedBytesMax)).toString("latin1") : "";
}

/** Attachments that are useless to an operator: S/MIME and PGP signatures, and the parts of a delivery report. */
const unlisted =
  /^(?:application\/(?:x-)?(?:pkcs7-signature|pgp-signature|pgp-encrypted)|message\/(?:global-)?(?:delivery-status|disposition-notification)|text\/rfc822-headers)$/;
const isFile = ({ mimeType }: Attachment) => !unlisted.test(mimeType);

function toFile(file: Attachment): ParsedFile {
  const name = toOneLine((file.filename ?? "").replaceAll(/[/\\]/g, "_"), inboundBounds.fileName);
  return {
    name: name || (file.mimeType === "message/rfc822" ? "mail.eml" : "file"),
    mediaType: /^[\w.+-]{1,60}\/[\w.+-]{1,39}$/.test(file.mimeType) ? file.mimeType : "application/octet-stream",
    content: toBytes(file),
  };
}

function toBytes({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}

type Signs = {
  headers: MailHeaders;
  subject: string;
  fromAddress: string;
  /** The Action field of a delivery report (RFC 3464), such as failed or delayed. */
  action: string | null;
};

/** Matches how automatic subjects begin in the languages of our mails, without accents. */
const autoReplySubject =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response|answer)|autoreply|out of (?:the )?office|away from (?:the |my )?office|respuesta automatica|contestacion automatica|fuera de (?:la )?oficina|ausencia temporal|estoy fuera de|vacation (?:reply|response))/;
const bounceSubject =
  /(?:undeliver(?:able|ed)|delivery (?:status notification|failure|has failed|incomplete)|mail delivery (?:failed|subsystem|system)|returned mail|failure notice|no se (?:pudo|puede|ha podido) entregar|no entregad[oa]|error de entrega|devuelto al remitente|notificacion de estado de entrega)/;

const mailerNames = /^(?:mailer-daemon|postmaster|mail-daemon|microsoftexchange[0-9a-f]+)$/;

function classifyMail(signs: Signs): InboundType {
  const { headers, action } = signs;
  if (isReport(headers, "delivery-status") || headers.has("x-failed-recipients") || isFromMailerDaemon(signs)) {
    const hasFailed = action === null || action === "failed";
    return hasFailed ? "bounce" : "auto_reply";
  }
  return isAutomatic(signs) ? "auto_reply" : "message";
}

function isReport(headers: MailHeaders, type: string): boolean {
  const contentType = headers.first("content-type").toLowerCase();
  return contentType.startsWith("multipart/report") && contentType.includes(type);
}

function isFromMailerDaemon({ headers, subject, fromAddress }: Signs): boolean {
  const [name = ""] = fromAddress.toLowerCase().split("@");
  const isMailer = mailerNames.test(name);
  return isMailer && (hasNullSender(headers) || bounceSubject.test(fold(subject)));
}

/** Recognizes the RFC 3834 headers, and the headers that other programs use instead. */
function isAutomatic({ headers, subject }: Signs): boolean {
  const submitted = headers.first("auto-submitted").toLowerCase();
  if (submitted !== "" && !/^no\b/.test(submitted)) return true;
  if (["x-autoreply", "x-autorespond", "x-autoresponse", "x-auto-reply-from"].some(headers.has)) return true;
  if (/\b(?:auto_?reply|bulk|junk)\b/i.test(headers.first("precedence"))) return true;
  if (headers.has("x-autogenerated") || /autoresponder/i.test(headers.first("x-post-messageclass"))) return true;
  return (
    isReport(headers, "disposition-notification") ||
    hasNullSender(headers) ||
    autoReplySubject.test(fold(subject).trim())
  );
}

/** The receiving server writes the envelope sender to Return-Path (RFC 5321, 4.4). Delivery reports have none. */
const hasNullSender = (headers: MailHeaders) => headers.first("return-path").replaceAll(/\s/g, "") === "<>";
