import { randomUUID } from "node:crypto";
import { mail, type Part, plain } from "./mime.fixture.ts";
import type { InboundOutcome } from "./receive-mail.ts";

/** The submission that a test mail is about, and its person. */
export type Target = {
  address: string;
  /** The address of somebody else. */
  other: string;
  /** The submission's reference, for example E-12. */
  reference: string;
  /** Message-IDs of our acknowledgement and reply. */
  acknowledgement: string;
  reply: string;
};

export type Case = {
  group: string;
  name: string;
  expected: InboundOutcome | "refused";
  /** Text that the desk shows as the person's own words. */
  text?: string;
  /** Part of the text that the desk folds as a quote. */
  quoted?: string;
  /** Names of the files that the desk shows. */
  files?: string[];
  write: (target: Target) => Buffer;
};

type Header = [name: string, value: string];
type Given = {
  from?: string;
  subject?: string;
  answers?: string | null;
  headers?: Header[];
  messageId?: string | null;
};

/** Writes a mail from the person that answers our acknowledgement, unless `given` says otherwise. */
export function writeMailToUs(target: Target, part: Part, given: Given = {}): Buffer {
  const { from = `Ana Ruiz <${target.address}>`, answers = target.acknowledgement, headers = [] } = given;
  const { subject = `Re: We received your project (reference ${target.reference})` } = given;
  const { messageId = `<${randomUUID()}@mail.example>` } = given;
  return mail(
    [
      ["Return-Path", `<${target.address}>`],
      [
        "Received",
        "from mail.example (mail.example [192.0.2.1]) by mx.encaje.example; Sun, 22 Nov 2026 16:10:00 -0600",
      ],
      ...(messageId === null ? [] : [["Message-ID", messageId] as Header]),
      ...(from === "" ? [] : [["From", from] as Header]),
      ["To", "Encaje <hola@encaje.example>"],
      ["Subject", subject],
      ["Date", "Sun, 22 Nov 2026 16:10:00 -0600"],
      ...(answers === null ? [] : [["In-Reply-To", answers] as Header, ["References", answers] as Header]),
      ...headers,
    ],
    part,
  );
}

/** Writes a mail to us that names a submission at most in its subject. */
export function writeSimpleMail(from: string, part = plain("Hello."), subject = "Question", id = newMessageId()) {
  const head: Header[] = [
    ["Message-ID", id],
    ["From", from],
    ["Subject", subject],
  ];
  return mail(head, part);
}

export const newMessageId = () => `<${randomUUID()}@mail.example>`;

/** Writes a bounce for our mail with this Message-ID. */
export function newBounce(messageId: string, text = ""): Buffer {
  const headers: Header[] = [
    ["Message-ID", `<${randomUUID()}@mail.example>`],
    ["From", "Mail Delivery System <MAILER-DAEMON@mx.mail.example>"],
    ["Subject", "failure notice"],
    ["Auto-Submitted", "auto-replied"],
  ];
  return mail(headers, plain(`${text}\n\n--- Below this line is a copy.\n\nMessage-ID: ${messageId}\n`));
}
