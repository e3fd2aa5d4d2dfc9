import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { readSignInClient } from "#lib/http/sign-in-client.ts";
import { signIn } from "#lib/server/auth/sign-in.ts";

export const POST = handle(
  accessOperations.signIn,
  (input, context) => signIn(input, { ...context, client: readSignInClient(context) }),
  { setCookies: ({ setCookies }) => setCookies },
);
