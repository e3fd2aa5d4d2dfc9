import { z } from "zod";

/** Variables for incoming mail. */
export const inboundVariables = {
  INBOUND_MAIL_SECRET: z
    .string()
    .min(32, { error: "must have at least 32 characters" })
    .regex(/^[\x21-\x7e]*$/, { error: "must have ASCII characters without blanks only" })
    .optional()
    .describe(
      "Signs the mails that your mail provider hands over at /api/inbound-mail, or is its password there; at least 32 characters. Unset: there is nothing at this address.",
    ),
  IMAP_URL: z
    .url({ protocol: /^imaps?$/, hostname: /./, error: "must be an imaps:// or imap:// address" })
    .optional()
    .describe(
      "Mailbox of CONTACT_EMAIL, from which the answers of people are read, such as imaps://user:password@mail.example.com/INBOX. Unset: none is read.",
    ),
  INBOUND_MAIL_SERVER: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/i, { error: "must be a name such as mx.example.com" })
    .toLowerCase()
    .optional()
    .describe(
      "Name with which your mail server begins its header Authentication-Results. An answer whose sender it does not confirm (DMARC) is then held for an operator. Unset: the desk shows what the header says, and nothing depends on it.",
    ),
};
