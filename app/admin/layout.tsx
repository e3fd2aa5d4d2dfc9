import "../global.css";
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { toLanguage } from "#lib/i18n/format-locale.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { site } from "#lib/server/site.ts";
import { fontVariables } from "../[locale]/fonts.ts";

export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fffdf9" },
    { media: "(prefers-color-scheme: dark)", color: "#1b1d39" },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const { name, url } = site();
  const title = `${(await getDeskText("shell"))("title")} · ${name}`;
  return {
    metadataBase: new URL(url),
    title: { template: `%s · ${title}`, default: title },
    robots: { index: false, follow: false },
    referrer: "same-origin",
  };
}

/** It is no guard: each page requires the operator itself. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={toLanguage(await getLocale())} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        {/* Hands language and time zone on; the desk's texts are imported where they are shown. */}
        <NextIntlClientProvider messages={null}>{children}</NextIntlClientProvider>
      </body>
    </html>
  );
}
