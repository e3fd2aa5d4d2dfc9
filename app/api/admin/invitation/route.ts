import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { acceptInvitation } from "#lib/server/auth/invitations.ts";

export const POST = handle(accessOperations.acceptInvitation, acceptInvitation);
