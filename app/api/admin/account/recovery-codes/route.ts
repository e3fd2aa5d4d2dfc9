import { CurrentPasswordInput } from "#lib/domain/desk/sign-in.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { writeRecoveryCodesCookie } from "#lib/http/shown-once.ts";
import { renewRecoveryCodes } from "#lib/server/auth/second-factor.ts";

const route = handleDeskForm({
  name: "renewRecoveryCodes",
  schema: CurrentPasswordInput,
  verb: (operator, input, context) => renewRecoveryCodes(input, { ...context, operator }),
  setCookies: (codes) => [writeRecoveryCodesCookie(codes)],
  next: () => "/admin/account",
  back: () => "/admin/account?form=codes",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
