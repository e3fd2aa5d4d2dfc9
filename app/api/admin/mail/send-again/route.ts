import { mailOperations } from "#lib/contract/desk/mail.ts";
import { handle } from "#lib/http/handle.ts";
import { sendAgain } from "#lib/server/mail/send-again.ts";

export const POST = handle(mailOperations.sendAgain, (mails, { operator, now }) => sendAgain(operator, mails, { now }));
