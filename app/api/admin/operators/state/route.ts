import { SwitchOperatorInput } from "#lib/domain/desk/sign-in.ts";
import { handleAdminForm } from "#lib/http/handle-desk-form.ts";
import { switchOperator } from "#lib/server/auth/operators.ts";

const route = handleAdminForm({
  name: "switchOperator",
  schema: SwitchOperatorInput,
  verb: (admin, input, { now }) => switchOperator(input, { admin, now }),
  next: () => "/admin/operators?done",
  back: () => "/admin/operators",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
