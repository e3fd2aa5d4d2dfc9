import "server-only";
import { domainToASCII, domainToUnicode } from "node:url";
import ipaddr from "ipaddr.js";
import nodemailer from "nodemailer";
import { asObject } from "../../domain/json.ts";
import { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import { env } from "../env.ts";
import { deleteMailFile, writeMailFile } from "./mail-files.ts";

export type Message = {
  /** The mail's Message-ID in angle brackets, the same for every attempt (RFC 5322, section 3.6.4). */
  messageId: string;
  /** Message-IDs of the conversation, oldest first. This mail answers the last one. */
  references: string[];
  from: { name: string; address: string };
  to: string[];
  /** Recipients to show in place of `to`. */
  shownTo?: { to: string; cc: string[] } | undefined;
  replyTo: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  date: Date;
  headers: Record<string, string>;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  fileName: string;
};

/** `refused`: number of recipients. `deferred`: addresses to try again. The mail server accepted the mail itself. */
export type SendReport = { refused: number; deferred: string[] };

export type Transport = {
  /** Mails are written to files, which an erasure must search. */
  areFiles: boolean;
  verify: () => Promise<unknown>;
  /** @throws Error of nodemailer, to be converted with `toDeliveryFault` */
  send: (message: Message) => Promise<SendReport>;
  forget: (message: Message) => Promise<void>;
  close: () => void;
};

const connectionsMax = 5;
/** Timeout for the mail server, which may take ten minutes to accept a mail (RFC 5321, section 4.5.3.2.6). */
const answerMilliseconds = 10 * 60 * 1000;
const probeMilliseconds = 20_000;

/** `host` is the host and port in SMTP_URL, without the user name and password. */
type MailTransport = { kind: "smtp"; host: string } | { kind: "files" };

export function describeTransport(): MailTransport {
  const { SMTP_URL } = env();
  return SMTP_URL ? { kind: "smtp", host: new URL(SMTP_URL).host } : { kind: "files" };
}

/** Returns the domain of our mails, used in Message-IDs and in the SMTP greeting (RFC 5321, section 4.1.1.1). */
export function getMailDomain(): string {
  const { MAIL_FROM, CONTACT_EMAIL } = env();
  const address = MAIL_FROM ?? CONTACT_EMAIL;
  return domainToASCII(address.slice(address.lastIndexOf("@") + 1));
}

export function openTransport(): Transport {
  const { SMTP_URL } = env();
  return SMTP_URL ? openSmtpTransport(SMTP_URL) : openFileTransport();
}

/** If true, any certificate is accepted, because nobody can eavesdrop on this machine. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  // These names always mean this machine (RFC 6761, section 6.3).
  if (/^(.+\.)?localhost$/.test(host)) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback";
}

function openSmtpTransport(url: string): Transport {
  const settings = {
    url,
    name: getMailDomain(),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // ?requireTLS=false in SMTP_URL overrides this. Local certificates may be self-signed, as by Debian's Postfix.
    ...(isLoopback(url) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
    ...withoutAccess,
  };
  const smtp = nodemailer.createTransport({
    ...settings,
    pool: true,
    maxConnections: connectionsMax,
    socketTimeout: answerMilliseconds,
  });
  // A mail server that falls silent after its greeting must not block a probe as long as a delivery.
  const probe = nodemailer.createTransport({ ...settings, socketTimeout: probeMilliseconds });
  return {
    areFiles: false,
    verify: () => probe.verify(),
    send: async (message) => {
      const { rejected, rejectedErrors = [] } = await smtp.sendMail(toNodemailerMessage(message));
      const deferred = rejectedErrors.filter(({ responseCode = 500 }) => responseCode < 500);
      const addresses = deferred.flatMap(({ recipient }) => (recipient === undefined ? [] : [recipient]));
      return { refused: rejected.length - addresses.length, deferred: addresses };
    },
    forget: async () => undefined,
    close: () => smtp.close(),
  };
}

function openFileTransport(): Transport {
  const files = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    ...withoutAccess,
  });
  return {
    areFiles: true,
    verify: async () => undefined,
    send: async (message) => {
      const { message: content } = await files.sendMail(toNodemailerMessage(message));
      if (!Buffer.isBuffer(content)) throw new Error("nodemailer returned no buffer");
      await writeMailFile(message.fileName, content);
      return { refused: 0, deferred: [] };
    },
    forget: ({ fileName }) => deleteMailFile(fileName),
    close: () => undefined,
  };
}

/** Prevents a mail's content from making nodemailer read a file or fetch a URL. */
const withoutAccess = { disableFileAccess: true, disableUrlAccess: true } as const;

function toNodemailerMessage({ fileName: _, to, shownTo, references, ...message }: Message) {
  // Passed as objects, so that nodemailer does not parse an address as a list.
  const toObjects = (addresses: string[]) => addresses.map((address) => ({ name: "", address }));
  const recipients = shownTo
    ? { to: toObjects([shownTo.to]), cc: toObjects(shownTo.cc), envelope: { from: message.from, to: toObjects(to) } }
    : { to: toObjects(to) };
  return { ...message, ...recipients, ...(references.length ? { references, inReplyTo: references.at(-1) } : {}) };
}

/**
 * The contract also accepts addresses with invisible characters, or with letters that UTS 46 replaces in a domain. Mail
 * systems map these to another address: an unrelated person would get the mail, and an erasure would miss it.
 */
export function isMailable(address: string): boolean {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(address)) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const ascii = domainToASCII(domain);
  return ascii !== "" && (ascii === domain || domainToUnicode(ascii) === domain.normalize("NFC"));
}

/** An unknown or closed mailbox or a malformed message (RFC 3463, RFC 5248). 5.1.7 and 5.1.8 are about the sender. */
const permanentStatus = /^5\.(1\.(?![78]$)\d+|2\.1|6\.\d+)$/;
/** Reply codes for a missing mailbox, used when the mail server sends no enhanced status code. */
const permanentResponses = [550, 551, 553];

/** Permanent only if the server refuses this recipient or message: an admin can fix a rejected login or a limit. */
export function toDeliveryFault(error: unknown): DeliveryFault {
  const { code, originalCode, responseCode, response, command } = asObject(error);
  const replied = typeof responseCode === "number" ? responseCode : undefined;
  const status = typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined;
  const isRecipientRefused = code === "EENVELOPE" && typeof command === "string" && /^RCPT/i.test(command);
  const isRefusal = isRecipientRefused || code === "EMESSAGE";
  const isMissingMailbox = isRecipientRefused && replied !== undefined && permanentResponses.includes(replied);
  return {
    // nodemailer replaces Node's error code with ESOCKET. Node's code tells whether the mail server responded at all.
    code: DeliveryFault.shape.code.safeParse(code === "ESOCKET" ? (originalCode ?? code) : code).data ?? "UNKNOWN",
    ...(replied === undefined ? {} : { response: replied }),
    ...(status === undefined ? {} : { status }),
    isPermanent: isRefusal && (status === undefined ? isMissingMailbox : permanentStatus.test(status)),
  };
}
