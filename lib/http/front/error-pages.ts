import fs from "node:fs";
import path from "node:path";
import { type Locale, locales } from "../../domain/locale.ts";
import { getPathnames } from "../../i18n/paths.ts";

/** The static pages that say so, below each language. */
const names = { missing: "missing", broken: "broken", unusableLink: path.join("consent", "unusable") } as const;
type Name = keyof typeof names;
const keyOf = (name: Name, locale: Locale) => `${name} ${locale}`;
const deskError = { key: "500 desk", file: "desk-error.html" };

export type ErrorPages = ReadonlyMap<string, Buffer>;

/**
 * A page that was refused or broke while it was made is sent by Next as an empty shell, which only script fills. These
 * pages, made at build, are sent in its place; where there is none, the shell is. `folder` is `.next/server/app`.
 */
export function readErrorPages(folder: string): ErrorPages {
  const ofSite = (Object.keys(names) as Name[]).flatMap((name) =>
    locales.map((locale) => [keyOf(name, locale), path.join(folder, locale, `${names[name]}.html`)] as const),
  );
  const all = [...ofSite, [deskError.key, path.join(folder, deskError.file)] as const];
  return new Map(all.filter(([, file]) => fs.existsSync(file)).map(([key, file]) => [key, fs.readFileSync(file)]));
}

const consentPaths = new Set(Object.values(getPathnames("/consent")));
const shell = Buffer.from('<!DOCTYPE html><html id="__next_error__"');

/** The page in the place of an empty one: in the language of the address, or the desk's own. */
export function fillShell(pages: ErrorPages, body: Buffer, status: number, url: string): Buffer {
  if (status < 400 || !body.subarray(0, shell.length).equals(shell)) return body;
  if (status >= 500 && /^\/admin([/?]|$)/.test(url)) return pages.get(deskError.key) ?? body;
  return pages.get(keyOf(nameOf(status, url), localeOf(url))) ?? body;
}

function nameOf(status: number, url: string): Name {
  if (status >= 500) return "broken";
  const [pathname = ""] = url.split("?", 1);
  return consentPaths.has(pathname.replace(/\/$/, "")) ? "unusableLink" : "missing";
}

function localeOf(url: string): Locale {
  return locales.find((locale) => new RegExp(`^/${locale}([/?]|$)`, "i").test(url)) ?? "en";
}
