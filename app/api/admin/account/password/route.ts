import { ChangePasswordInput } from "#lib/domain/desk/sign-in.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { changePassword } from "#lib/server/auth/password.ts";

const route = handleDeskForm({
  name: "changePassword",
  schema: ChangePasswordInput,
  verb: (operator, input, context) => changePassword(input, { ...context, operator }),
  next: () => "/admin/account?changed",
  back: () => "/admin/account?form=password",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
