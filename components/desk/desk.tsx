import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import type { Operator } from "#lib/domain/desk/operator.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { SignOut } from "./access/sign-out.tsx";
import { NoticeArea } from "./notice.tsx";

/** In the order of the menu; also the last part of the path. */
const sections = ["inbox", "overview", "mail", "catalog", "people", "operators", "audit", "account"] as const;
type DeskSection = (typeof sections)[number];

const adminSections: readonly DeskSection[] = ["people", "operators", "audit"];

type Props = {
  operator: Operator;
  current?: DeskSection;
  /** Link to the page above this one. */
  back?: { href: string; text: string };
  /** Left out by a page with its own heading. */
  title?: string;
  intro?: string;
  children: ReactNode;
};

export function Desk({ operator, current, back, title, intro, children }: Props) {
  const t = useDeskText("shell");
  const shown = sections.filter((section) => operator.role === "admin" || !adminSections.includes(section));
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-sm bg-primary px-4 py-2 text-on-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t("skip")}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
          <nav aria-label={t("sections")} className="-mx-2 min-w-0">
            <ul className="flex flex-wrap text-sm font-semibold">
              {shown.map((section) => (
                <li key={section}>
                  <a
                    href={`/admin/${section}`}
                    aria-current={section === current ? "page" : undefined}
                    className="block min-h-11 px-2 py-2.5 text-muted hover:text-primary aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-3px_0_var(--accent)]"
                  >
                    {t(section)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="ml-auto flex items-center gap-3 text-sm">
            <span className="text-muted">{t("signedInAs", { name: operator.name })}</span>
            <SignOut />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="w-full flex-1 px-4 py-6 sm:px-6">
        <noscript>
          <Callout look="accent">{t("noScript")}</Callout>
        </noscript>
        <NoticeArea>
          {back && (
            <p className="mb-2">
              <a className="link" href={back.href}>
                {back.text}
              </a>
            </p>
          )}
          {title && <h1 className={`text-2xl wrap-anywhere ${intro ? "mb-2" : "mb-6"}`}>{title}</h1>}
          {intro && <p className="mb-6 max-w-prose wrap-anywhere text-muted">{intro}</p>}
          {children}
        </NoticeArea>
      </main>
    </>
  );
}
