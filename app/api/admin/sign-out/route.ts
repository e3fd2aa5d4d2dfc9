import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { signOut } from "#lib/server/auth/sign-in.ts";

export const POST = handle(accessOperations.signOut, signOut, { setCookies: ({ setCookies }) => setCookies });
