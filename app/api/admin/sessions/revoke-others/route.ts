import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { revokeOtherSessions } from "#lib/server/auth/sessions.ts";

export const POST = handle(accessOperations.revokeOtherSessions, revokeOtherSessions);
