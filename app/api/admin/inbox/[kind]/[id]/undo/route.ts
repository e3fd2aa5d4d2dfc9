import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { undoStatus } from "#lib/server/submissions/undo-status.ts";

export const POST = handle(inboxOperations.undoStatus, undoStatus);
