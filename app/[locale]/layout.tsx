import "../global.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { FirstTouch } from "#components/leads/first-touch.tsx";
import { routing } from "#lib/i18n/routing.ts";
import { site } from "#lib/server/site.ts";
import { fontVariables } from "./fonts.ts";

type Props = { children: ReactNode; params: Promise<{ locale: string }> };

export function generateMetadata(): Metadata {
  const { name, url } = site();
  return { metadataBase: new URL(url), title: { template: `%s · ${name}`, default: name }, applicationName: name };
}

export default async function LocaleLayout({ children, params }: Props) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  return (
    <html lang={locale} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        {children}
        <FirstTouch />
      </body>
    </html>
  );
}
