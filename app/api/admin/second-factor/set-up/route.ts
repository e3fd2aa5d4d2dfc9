import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { readSignInClient, writeSignedIn } from "#lib/http/sign-in-client.ts";
import { confirmSetUp } from "#lib/server/auth/second-factor.ts";

export const POST = handle(
  accessOperations.confirmSetUp,
  (input, context) => confirmSetUp(input, { ...context, client: readSignInClient(context) }),
  { setCookies: writeSignedIn },
);
