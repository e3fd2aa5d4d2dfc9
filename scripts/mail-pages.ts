// Where the links in mails lead, in each language.
import { pathsOf } from "../lib/i18n/paths.ts";
import type { MailPages } from "../lib/server/mail/prepare-mail.ts";

export const mailPages: MailPages = { consent: pathsOf("/consent"), privacy: pathsOf("/privacy") };
