import { deskPath, setUpPath, withReturnPath } from "#lib/domain/desk/return-path.ts";
import { TotpInput } from "#lib/domain/desk/sign-in.ts";
import { handleVisitorForm } from "#lib/http/handle-desk-form.ts";
import { readSignInClient, writeSignedIn } from "#lib/http/sign-in-client.ts";
import { confirmSetUp } from "#lib/server/auth/second-factor.ts";

const route = handleVisitorForm({
  name: "confirmSetUp",
  schema: TotpInput,
  verb: (visitor, input, context) => confirmSetUp(input, { ...context, visitor, client: readSignInClient(context) }),
  setCookies: writeSignedIn,
  next: (_, { to = deskPath }) => to,
  back: ({ to }) => withReturnPath(setUpPath, to),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
