import { ChangeRoleInput } from "#lib/domain/desk/sign-in.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { changeRole } from "#lib/server/auth/operators.ts";

const route = handleDeskForm({
  name: "changeRole",
  role: "admin",
  schema: ChangeRoleInput,
  verb: changeRole,
  next: () => "/admin/operators?done",
  back: () => "/admin/operators",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
