import type { ReactNode } from "react";
import { Logo } from "#components/site/logo.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = { title: string; site: string; isWide?: boolean; children: ReactNode };

export function Entrance({ title, site, isWide = false, children }: Props) {
  const t = useDeskText("shell");
  return (
    <main className="flex flex-1 flex-col items-center px-4 py-8 sm:py-14">
      <div className={`w-full ${isWide ? "max-w-3xl" : "max-w-md"}`}>
        <p className="mb-4 flex items-center gap-2.5 font-display text-xl font-bold tracking-tight">
          <Logo />
          {site}
        </p>
        <div className="rounded-lg border border-line bg-surface p-5 sm:p-8">
          <h1 className="mb-4 text-2xl">{title}</h1>
          <noscript>
            <Callout look="accent">{t("noScript")}</Callout>
          </noscript>
          {children}
        </div>
      </div>
    </main>
  );
}
