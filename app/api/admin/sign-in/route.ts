import { secondFactorPath, setUpPath, signInPath, withReturnPath } from "#lib/domain/desk/return-path.ts";
import { SignInInput } from "#lib/domain/desk/sign-in.ts";
import { handleEntryForm } from "#lib/http/handle-desk-form.ts";
import { keepTyped } from "#lib/http/shown-once.ts";
import { readSignInClient } from "#lib/http/sign-in-client.ts";
import { signIn } from "#lib/server/auth/sign-in.ts";

const route = handleEntryForm({
  name: "signIn",
  schema: SignInInput,
  verb: (_, input, context) => signIn(input, { ...context, client: readSignInClient(context) }),
  setCookies: ({ setCookies }) => setCookies,
  next: ({ next }, { to }) => withReturnPath(next === "set_up" ? setUpPath : secondFactorPath, to),
  back: ({ to }) => withReturnPath(signInPath, to),
  keep: ({ email }) => keepTyped(signInPath, email),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
