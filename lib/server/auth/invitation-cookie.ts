import "server-only";
import { InvitationToken, OperatorEmail } from "../../domain/desk/sign-in.ts";
import { siteUrl } from "../env.ts";
import { invitationPath } from "./invitations.ts";
import { clearShownOnce, type ShownOnce, writeShownOnce } from "./shown-once.ts";

export const invitationCookie = "desk.invitation";
const cookie: ShownOnce = { name: invitationCookie, path: "/admin/operators" };

export function writeInvitationCookie({ email, token }: { email: string; token: string }): string {
  return writeShownOnce(cookie, encodeURIComponent(`${token} ${email}`));
}

export const clearInvitationCookie = () => clearShownOnce(cookie);

/** The link and whom it is for; undefined where the cookie is none of ours. */
export function readInvitationCookie(value: string | undefined): { email: string; url: string } | undefined {
  const [token, email] = (value ?? "").split(" ");
  const known = { token: InvitationToken.safeParse(token).data, email: OperatorEmail.safeParse(email).data };
  if (known.token === undefined || known.email === undefined) return undefined;
  return { email: known.email, url: `${siteUrl()}${invitationPath({ token: known.token })}` };
}
