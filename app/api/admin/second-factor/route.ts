import { deskPath, secondFactorPath, withReturnPath } from "#lib/domain/desk/return-path.ts";
import { SecondFactorInput } from "#lib/domain/desk/sign-in.ts";
import { handleEntryForm } from "#lib/http/handle-desk-form.ts";
import { readSignInClient, writeSignedIn } from "#lib/http/sign-in-client.ts";
import { passSecondFactor } from "#lib/server/auth/second-factor.ts";

const route = handleEntryForm({
  name: "passSecondFactor",
  schema: SecondFactorInput,
  verb: (_, input, context) => passSecondFactor(input, { ...context, client: readSignInClient(context) }),
  setCookies: writeSignedIn,
  next: (_, { to = deskPath }) => to,
  back: ({ to }) => withReturnPath(secondFactorPath, to),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
