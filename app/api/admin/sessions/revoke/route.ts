import { SessionIdInput } from "#lib/domain/desk/sign-in.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { revokeSession } from "#lib/server/auth/sessions.ts";

const route = handleDeskForm({
  name: "revokeSession",
  schema: SessionIdInput,
  verb: (operator, input, { now }) => revokeSession(input, { operator, now }),
  next: () => "/admin/account?ended",
  back: () => "/admin/account",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
