import { signInPath } from "#lib/domain/desk/return-path.ts";
import { NoInput } from "#lib/domain/desk/sign-in.ts";
import { handleVisitorForm } from "#lib/http/handle-desk-form.ts";
import { clearShownOnce } from "#lib/http/shown-once.ts";
import { signOut } from "#lib/server/auth/sign-in.ts";

const route = handleVisitorForm({
  name: "signOut",
  schema: NoInput,
  verb: (visitor, _, context) => signOut({}, { ...context, visitor }),
  setCookies: (setCookies) => [...setCookies, ...clearShownOnce()],
  next: () => signInPath,
  back: () => signInPath,
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
