import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { changePassword } from "#lib/server/auth/password.ts";

export const POST = handle(accessOperations.changePassword, changePassword);
