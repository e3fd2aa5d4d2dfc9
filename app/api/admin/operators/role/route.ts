import { ChangeRoleInput } from "#lib/domain/desk/sign-in.ts";
import { handleAdminForm } from "#lib/http/handle-desk-form.ts";
import { changeRole } from "#lib/server/auth/operators.ts";

const route = handleAdminForm({
  name: "changeRole",
  schema: ChangeRoleInput,
  verb: (admin, input, { now }) => changeRole(input, { admin, now }),
  next: () => "/admin/operators?done",
  back: () => "/admin/operators",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
