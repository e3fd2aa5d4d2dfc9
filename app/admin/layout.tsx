import "../global.css";
import type { Metadata, Viewport } from "next";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { toFormatLocale } from "#lib/i18n/locales.ts";
import { siteIcons } from "#lib/i18n/public-files.ts";
import { readSite } from "#lib/server/site.ts";
import { fontVariables } from "../[locale]/fonts.ts";
import { getDeskLanguage } from "./session.ts";

export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fffdf9" },
    { media: "(prefers-color-scheme: dark)", color: "#1b1d39" },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const { name, url } = await readSite();
  const title = `${getDeskTextFor(await getDeskLanguage(), "shell")("title")} · ${name}`;
  return {
    metadataBase: new URL(url),
    title: { template: `%s · ${title}`, default: title },
    icons: siteIcons,
    robots: { index: false, follow: false },
    referrer: "same-origin",
  };
}

/** The frame of the desk. Does not check access: each page requires the operator itself. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  // Does not use next-intl's locale: a preview is in the readers' language, the desk around it in the operator's.
  const language = await getDeskLanguage();
  return (
    <html lang={language} className={fontVariables}>
      <body className="flex min-h-dvh flex-col">
        {/* Passes on only language and time zone, because components import the desk's texts themselves. */}
        <NextIntlClientProvider locale={toFormatLocale(language)} messages={null}>
          {children}
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
