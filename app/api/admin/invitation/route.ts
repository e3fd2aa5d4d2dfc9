import { signInPath } from "#lib/domain/desk/return-path.ts";
import { AcceptInvitationInput, InvitationToken } from "#lib/domain/desk/sign-in.ts";
import { handleEntryForm } from "#lib/http/handle-desk-form.ts";
import { keepTyped } from "#lib/http/shown-once.ts";
import { acceptInvitation, invitationPath } from "#lib/server/auth/invitations.ts";

const route = handleEntryForm({
  name: "acceptInvitation",
  schema: AcceptInvitationInput,
  verb: (_, input, context) => acceptInvitation(input, context),
  next: () => `${signInPath}?accepted`,
  back: ({ token }) => {
    const known = InvitationToken.safeParse(token).data;
    return known === undefined ? signInPath : invitationPath({ token: known });
  },
  keep: ({ name }) => keepTyped("/admin/invitation", name),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
