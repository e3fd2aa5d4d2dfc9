import { SignInInput } from "#lib/domain/desk/sign-in.ts";
import { handleEntryForm } from "#lib/http/handle-desk-form.ts";
import { setUpPath, signInPath } from "#lib/server/auth/require-operator.ts";
import { signIn } from "#lib/server/auth/sign-in.ts";

const route = handleEntryForm({
  name: "signIn",
  schema: SignInInput,
  verb: (_, input, context) => signIn(input, { clientIp: context.clientIp, headers: context.request.headers }, context),
  setCookies: ({ setCookies }) => setCookies,
  next: ({ next }) => (next === "set_up" ? setUpPath : "/admin/second-factor"),
  back: () => signInPath,
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
