import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { revokeSession } from "#lib/server/auth/sessions.ts";

export const POST = handle(accessOperations.revokeSession, revokeSession);
