import "server-only";
import { InvitationToken, OperatorEmail } from "../../domain/desk/sign-in.ts";
import { siteUrl } from "../env.ts";
import { invitationPath } from "./invitations.ts";

/** Carries a new link from the form to the page that shows it: an address would be kept in the browser's history. */
export const invitationCookie = "desk.invitation";
const shownSeconds = 60;

export function writeInvitationCookie({ email, token }: { email: string; token: string }): string {
  return cookieOf(encodeURIComponent(`${token} ${email}`), shownSeconds);
}

export function clearInvitationCookie(): string {
  return cookieOf("", 0);
}

function cookieOf(value: string, maxAgeSeconds: number): string {
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  return `${invitationCookie}=${value}; Path=/admin/operators; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The link and whom it is for; undefined where the cookie is none of ours. */
export function readInvitationCookie(value: string | undefined): { email: string; url: string } | undefined {
  const [token, email] = (value ?? "").split(" ");
  const known = { token: InvitationToken.safeParse(token).data, email: OperatorEmail.safeParse(email).data };
  if (known.token === undefined || known.email === undefined) return undefined;
  return { email: known.email, url: `${siteUrl()}${invitationPath({ token: known.token })}` };
}
