import "server-only";
import { domainToASCII, domainToUnicode } from "node:url";
import ipaddr from "ipaddr.js";
import nodemailer from "nodemailer";
import { env } from "../env.ts";
import { deleteMailFile, writeMailFile } from "./mail-files.ts";

export type Message = {
  /** Includes the angle brackets; the same for every attempt (RFC 5322, section 3.6.4). */
  messageId: string;
  /** Message-IDs of its thread, oldest first; it answers the last one. */
  references: string[];
  from: { name: string; address: string };
  to: string[];
  replyTo: { name: string; address: string };
  subject: string;
  html: string;
  text: string;
  date: Date;
  headers: Record<string, string>;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
  /** Used when mails are written to files. */
  fileName: string;
};

/** For a mail that the server accepted: number of recipients it refused, and addresses it deferred. */
export type SendReport = { refused: number; deferred: string[] };

export type Transport = {
  /** Mails are written to files, which an erasure must find. */
  areFiles: boolean;
  /** Checks that the server is reachable. @throws Error as `send` does */
  verify: () => Promise<unknown>;
  /** @throws Error of nodemailer, for toDeliveryFault */
  send: (message: Message) => Promise<SendReport>;
  /** Deletes the file, if there is one. */
  forget: (message: Message) => Promise<void>;
  close: () => void;
};

const connectionsMax = 5;
/** RFC 5321, section 4.5.3.2.6: a server may take ten minutes to accept a mail. */
const answerMilliseconds = 10 * 60 * 1000;
const probeMilliseconds = 20_000;

/** `host` is the host and port of SMTP_URL, without its password. */
type MailTransport = { kind: "smtp"; host: string } | { kind: "files" };

export function describeTransport(): MailTransport {
  const { SMTP_URL } = env();
  return SMTP_URL ? { kind: "smtp", host: new URL(SMTP_URL).host } : { kind: "files" };
}

/** The domain of our mails, used for Message-IDs and the greeting (RFC 5321, section 4.1.1.1). */
export function mailDomain(): string {
  const { MAIL_FROM, CONTACT_EMAIL } = env();
  const address = MAIL_FROM ?? CONTACT_EMAIL;
  return domainToASCII(address.slice(address.lastIndexOf("@") + 1));
}

export function openTransport(): Transport {
  const { SMTP_URL } = env();
  return SMTP_URL ? openSmtp(SMTP_URL) : openFiles();
}

/** Whether the server runs on this machine: nobody can eavesdrop, so any certificate is accepted. */
export function isLoopback(url: string): boolean {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  // RFC 6761, section 6.3: these names always mean this machine.
  if (/^(.+\.)?localhost$/.test(host)) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback";
}

function openSmtp(url: string): Transport {
  const settings = {
    url,
    name: mailDomain(),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // A query such as ?requireTLS=false in SMTP_URL wins. Debian's Postfix offers STARTTLS with a self-signed
    // certificate.
    ...(isLoopback(url) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
    ...withoutAccess,
  };
  const smtp = nodemailer.createTransport({
    ...settings,
    pool: true,
    maxConnections: connectionsMax,
    socketTimeout: answerMilliseconds,
  });
  // A probe needs a shorter timeout: a server that falls silent after its greeting must not block us as long as a
  // delivery.
  const probe = nodemailer.createTransport({ ...settings, socketTimeout: probeMilliseconds });
  return {
    areFiles: false,
    verify: () => probe.verify(),
    send: async (message) => {
      const { rejected, rejectedErrors = [] } = await smtp.sendMail(toOptions(message));
      const deferred = rejectedErrors.filter(({ responseCode = 500 }) => responseCode < 500);
      const addresses = deferred.flatMap(({ recipient }) => (recipient === undefined ? [] : [recipient]));
      return { refused: rejected.length - addresses.length, deferred: addresses };
    },
    forget: async () => undefined,
    close: () => smtp.close(),
  };
}

function openFiles(): Transport {
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
      const { message: content } = await files.sendMail(toOptions(message));
      if (!Buffer.isBuffer(content)) throw new Error("nodemailer returned no buffer");
      await writeMailFile(message.fileName, content);
      return { refused: 0, deferred: [] };
    },
    forget: ({ fileName }) => deleteMailFile(fileName),
    close: () => undefined,
  };
}

/** A mail's content must never make nodemailer read a file or fetch a URL. */
const withoutAccess = { disableFileAccess: true, disableUrlAccess: true } as const;

function toOptions({ fileName: _, to, references, ...message }: Message) {
  // Objects, so that nodemailer cannot parse an address as a list.
  const recipients = to.map((address) => ({ name: "", address }));
  return { ...message, to: recipients, ...(references.length ? { references, inReplyTo: references.at(-1) } : {}) };
}

/**
 * Whether the mail system takes this address literally. The contract also accepts addresses that the mail system maps
 * to another one: with invisible characters, or with letters that UTS 46 replaces in a domain. Such a mail would reach
 * an unrelated person, whom an erasure would not find.
 */
export function isMailable(address: string): boolean {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(address)) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const ascii = domainToASCII(domain);
  return ascii !== "" && (ascii === domain || domainToUnicode(ascii) === domain.normalize("NFC"));
}
