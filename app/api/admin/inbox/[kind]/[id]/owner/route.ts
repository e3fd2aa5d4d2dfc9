import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { changeOwner } from "#lib/server/submissions/change-owner.ts";

export const POST = handle(inboxOperations.changeOwner, changeOwner);
