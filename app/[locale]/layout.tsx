import "../global.css";
import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import type { ReactNode } from "react";
import { PageEffects } from "#components/submissions/first-touch.tsx";
import { routing } from "#lib/i18n/paths.ts";
import { siteIcons } from "#lib/i18n/public-files.ts";
import { readSite } from "#lib/server/site.ts";
import { fontVariables } from "./fonts.ts";

type Props = { children: ReactNode; params: Promise<{ locale: string }> };

/** Rendered per request, with a nonce of its own. lib/http/front caches pages that are the same for everyone. */
export const dynamic = "force-dynamic";

/** The browser's theme colour is that of the page's header (--band). */
export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#231a6e" },
    { media: "(prefers-color-scheme: dark)", color: "#2a2663" },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const { name, url, isDemonstration } = await readSite();
  return {
    metadataBase: new URL(url),
    title: { template: `%s · ${name}`, default: name },
    applicationName: name,
    icons: siteIcons,
    robots: isDemonstration ? { index: false, follow: false } : undefined,
  };
}

export default async function LocaleLayout({ children, params }: Props) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  return (
    <html lang={locale} className={fontVariables}>
      {/* Hides Next's route announcer, which would interrupt the screen reader as the evaluation moves the focus. */}
      <body className="flex min-h-dvh flex-col [&:has(#evaluation)>next-route-announcer]:hidden">
        {children}
        <PageEffects />
      </body>
    </html>
  );
}
