import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import type { Operator } from "#lib/domain/desk/operator.ts";
import { deskText } from "#lib/i18n/desk-text.ts";
import { SignOut } from "./access/sign-out.tsx";
import { NoticeArea } from "./notice.tsx";

const sections = {
  inbox: "/admin/inbox",
  overview: "/admin/overview",
  mail: "/admin/mail",
  catalog: "/admin/catalog",
  people: "/admin/people",
  operators: "/admin/operators",
  audit: "/admin/audit",
  account: "/admin/account",
};
export type DeskSection = keyof typeof sections;

const ofAdmins: readonly DeskSection[] = ["people", "operators", "audit"];

type Props = { operator: Operator; current?: DeskSection; children: ReactNode };

/** The frame of every page behind the sign-in. */
export function Desk({ operator, current, children }: Props) {
  const t = deskText("shell");
  const shown = (Object.keys(sections) as DeskSection[]).filter(
    (section) => operator.role === "admin" || !ofAdmins.includes(section),
  );
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
                    href={sections[section]}
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
        <NoticeArea>{children}</NoticeArea>
      </main>
    </>
  );
}
