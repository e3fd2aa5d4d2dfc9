import { mailOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { discardMails } from "#lib/server/mail/mail-queue.ts";

export const POST = handle(mailOperations.discardMails, discardMails);
