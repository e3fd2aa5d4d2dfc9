import { InviteInput } from "#lib/domain/desk/sign-in.ts";
import { handleAdminForm } from "#lib/http/handle-desk-form.ts";
import { writeInvitationCookie } from "#lib/http/shown-once.ts";
import { inviteOperator } from "#lib/server/auth/invitations.ts";

const route = handleAdminForm({
  name: "inviteOperator",
  schema: InviteInput,
  verb: (admin, input, { now }) => inviteOperator(input, { admin, now }),
  setCookies: (invitation) => [writeInvitationCookie(invitation)],
  next: () => "/admin/operators",
  back: () => "/admin/operators",
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
