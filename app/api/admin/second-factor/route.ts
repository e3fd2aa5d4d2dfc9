import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { readSignInClient, writeSignedIn } from "#lib/http/sign-in-client.ts";
import { passSecondFactor } from "#lib/server/auth/second-factor.ts";

export const POST = handle(
  accessOperations.passSecondFactor,
  (input, context) => passSecondFactor(input, { ...context, client: readSignInClient(context) }),
  { setCookies: writeSignedIn },
);
