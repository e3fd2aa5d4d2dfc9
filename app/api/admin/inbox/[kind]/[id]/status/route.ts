import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { changeStatus } from "#lib/server/submissions/change-status.ts";

export const POST = handle(inboxOperations.changeStatus, changeStatus);
