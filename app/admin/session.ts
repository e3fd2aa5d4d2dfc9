import Negotiator from "negotiator";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type Admin, isAdmin, type Operator } from "#lib/domain/access/operator.ts";
import {
  deskAddressHeader,
  deskPath,
  parseReturnPath,
  setUpPath,
  signInPath,
  withReturnPath,
} from "#lib/domain/access/return-path.ts";
import { AppError } from "#lib/domain/errors.ts";
import { Locale } from "#lib/domain/locale.ts";
import { locales } from "#lib/i18n/locales.ts";
import { routing } from "#lib/i18n/paths.ts";
import { findVisitor, requireOperator, requireVisitor, type Visitor } from "#lib/server/access/sessions.ts";

const readCookie = async () => (await headers()).get("cookie");

/** Cached per request, because both the page and its `generateMetadata` call it. */
const currentOperator = cache(async () => requireOperator(await readCookie()));

export const getDeskLanguage = cache(async (): Promise<Locale> => {
  const asked = await headers();
  if (!asked.has(deskAddressHeader)) return routing.defaultLocale;
  const operator = await currentOperator().catch(() => undefined);
  const preferred = new Negotiator({ headers: { "accept-language": asked.get("accept-language") ?? "" } });
  return operator?.language ?? Locale.safeParse(preferred.language([...locales])).data ?? routing.defaultLocale;
});

export async function findPreviewLanguage(): Promise<Locale | undefined> {
  const url = URL.parse((await headers()).get(deskAddressHeader) ?? "", "http://desk.invalid");
  if (!url || !/^\/admin\/(catalog\/[^/]+|site)\/preview$/.test(url.pathname)) return undefined;
  return Locale.safeParse(url.searchParams.get("language")).data;
}

export async function requirePageOperator(): Promise<Operator> {
  return currentOperator().catch(redirectToSignIn);
}

export async function requirePageAdmin(): Promise<Admin> {
  const operator = await requirePageOperator();
  if (!isAdmin(operator)) redirect("/admin/forbidden");
  return operator;
}

export async function requirePageVisitor(): Promise<Visitor> {
  return requireVisitor(await readCookie()).catch(redirectToSignIn);
}

export async function redirectIfSignedIn(returnPath: string | undefined): Promise<void> {
  const visitor = await findVisitor(await readCookie());
  if (visitor) redirect(visitor.hasSecondFactor ? (returnPath ?? deskPath) : withReturnPath(setUpPath, returnPath));
}

async function redirectToSignIn(error: unknown): Promise<never> {
  if (!(error instanceof AppError && error.kind === "unauthorized")) throw error;
  const path = parseReturnPath((await headers()).get(deskAddressHeader));
  redirect(withReturnPath(signInPath, path === deskPath ? undefined : path));
}
