import { z } from "zod";

export const inboundVariables = {
  INBOUND_MAIL_SECRET: z
    .string()
    .min(32, { error: "must have at least 32 characters" })
    .regex(/^[\x21-\x7e]*$/, { error: "must have ASCII characters without blanks only" })
    .optional()
    .describe("Secret with which your mail provider calls /api/inbound-mail."),
  IMAP_URL: z
    .url({ protocol: /^imaps?$/, hostname: /./, error: "must be an imaps:// or imap:// address" })
    .optional()
    .describe("Mailbox of CONTACT_EMAIL, such as imaps://user:password@mail.example.com/INBOX."),
  INBOUND_MAIL_SERVER: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/i, { error: "must be a name such as mx.example.com" })
    .toLowerCase()
    .optional()
    .describe(
      "Name with which your mail server begins its Authentication-Results header. Set: an answer whose sender it does not confirm (DMARC) is held for an operator.",
    ),
};
