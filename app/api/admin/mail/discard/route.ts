import { mailOperations } from "#lib/contract/desk/mail.ts";
import { handle } from "#lib/http/handle.ts";
import { discardMails } from "#lib/server/mail/discard-mails.ts";

export const POST = handle(mailOperations.discardMails, (mails, { operator, now }) =>
  discardMails(operator, mails, { now }),
);
