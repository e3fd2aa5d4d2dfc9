import { getPathnames } from "../lib/i18n/paths.ts";
import type { MailPages } from "../lib/server/mail/prepare-mail.ts";

/** Pages that mails link to, for the server and the worker. */
export const mailPages: MailPages = { consent: getPathnames("/consent"), privacy: getPathnames("/privacy") };
