import { InvitationToken, OperatorEmail, RecoveryCode } from "../domain/desk/sign-in.ts";
import { invitationPath } from "../server/auth/invitations.ts";
import { siteUrl } from "../server/env.ts";

type Cookie = { name: string; path: string };
const shownSeconds = 60;

function writeShownOnce({ name, path }: Cookie, value: string, maxAgeSeconds = shownSeconds): string {
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

const invitation: Cookie = { name: "desk.invitation", path: "/admin/operators" };
export const invitationCookie = invitation.name;

export function writeInvitationCookie({ email, token }: { email: string; token: string }): string {
  return writeShownOnce(invitation, encodeURIComponent(`${token} ${email}`));
}

export function readInvitationCookie(value: string | undefined): { email: string; url: string } | undefined {
  const [token, email] = (value ?? "").split(" ");
  const known = { token: InvitationToken.safeParse(token).data, email: OperatorEmail.safeParse(email).data };
  if (known.token === undefined || known.email === undefined) return undefined;
  return { email: known.email, url: `${siteUrl()}${invitationPath({ token: known.token })}` };
}

const recovery: Cookie = { name: "desk.recovery_codes", path: "/admin/account" };
export const recoveryCodesCookie = recovery.name;

export function writeRecoveryCodesCookie(codes: string[]): string {
  return writeShownOnce(recovery, codes.join("."));
}

export function readRecoveryCodesCookie(value = ""): string[] {
  const codes = value.split(".").map((code) => RecoveryCode.safeParse(code).data);
  return codes.every((code) => code !== undefined) ? codes : [];
}

export const clearShownOnce = () => [invitation, recovery].map((cookie) => writeShownOnce(cookie, "", 0));

export const typedCookie = "desk.typed";

export function keepTyped(path: string, value: unknown): string[] {
  if (typeof value !== "string") return [];
  return [writeShownOnce({ name: typedCookie, path }, encodeURIComponent(value.slice(0, 254).toWellFormed()))];
}
