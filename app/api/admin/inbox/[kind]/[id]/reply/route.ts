import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { sendReply } from "#lib/server/submissions/send-reply.ts";

export const POST = handle(inboxOperations.sendReply, sendReply);
