"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { call } from "#lib/contract/client.ts";
import type { Operator } from "#lib/domain/access/operator.ts";
import { signInPath } from "#lib/domain/access/return-path.ts";
import { accessOperations } from "#lib/domain/access/sign-in.ts";
import { listKeys } from "#lib/domain/json.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { DutyCommand } from "./access/duty.tsx";
import { CommandCenter } from "./commands/commands.tsx";
import { NoticeArea } from "./core/notice.tsx";
import { OperatorIdContext } from "./core/operator-id.ts";
import { useKeptFocus } from "./core/use-kept-focus.ts";

type Section = {
  isForMembers?: boolean;
  /** Keys that open the section. */
  keys?: string;
};

/** Sections of the desk in the order of the menu. A name is also the last segment of the section's path. */
const sections = {
  inbox: { isForMembers: true, keys: "g i" },
  overview: { isForMembers: true, keys: "g o" },
  mail: { isForMembers: true, keys: "g m" },
  catalog: { isForMembers: true, keys: "g c" },
  site: {},
  people: { keys: "g p" },
  blocked: {},
  operators: {},
  keys: {},
  assignment: {},
  webhooks: {},
  audit: {},
  account: { isForMembers: true },
} satisfies Record<string, Section>;
type DeskSection = keyof typeof sections;

type Props = {
  operator: Pick<Operator, "id" | "name" | "role">;
  current?: DeskSection;
  back?: { href: string; text: string };
  /** Omitted by a page with a heading of its own. */
  title?: string;
  intro?: string;
  /** Fills the window on wide screens, so that the parts of the page scroll separately. */
  isFull?: boolean;
  children: ReactNode;
};

export function Desk({ operator, current, back, title, intro, isFull = false, children }: Props) {
  const t = useDeskText("shell");
  useKeptFocus();
  const isAdmin = operator.role === "admin";
  const pages = listKeys(sections).flatMap((name) => {
    const { isForMembers, keys }: Section = sections[name];
    return isAdmin || isForMembers ? [{ name, href: `/admin/${name}`, text: t(name), keys }] : [];
  });
  return (
    <div className={`flex flex-1 flex-col ${isFull ? "lg:h-dvh lg:flex-none lg:overflow-hidden" : ""}`}>
      <a
        href="#content"
        className="sr-only rounded-sm bg-primary px-4 py-2 text-on-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-40"
      >
        {t("skip")}
      </a>
      <header className="border-b border-line bg-surface print:hidden">
        <div className="flex w-full items-center gap-x-4 px-4 sm:px-6">
          <SectionNav
            label={t("sections")}
            className="fade-ends -ml-2 min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
          >
            <ul className="flex w-max pr-8 text-sm font-semibold">
              {pages.map(({ name, href, text }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={name === current ? "page" : undefined}
                    className="block min-h-11 px-2 py-2.5 whitespace-nowrap text-muted -outline-offset-3 hover:text-primary aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-3px_0_var(--accent)]"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </SectionNav>
          <div className="flex shrink-0 items-center gap-x-3 text-sm">
            <CommandCenter pages={pages} isAdmin={isAdmin} />
            <span className="text-muted max-2xl:sr-only">{t("signedInAs", { name: operator.name })}</span>
            <SignOut />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={`w-full flex-1 ${isFull ? "flex min-h-0 flex-col" : "px-4 py-6 sm:px-6"}`}
      >
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
          <OperatorIdContext value={operator.id}>{children}</OperatorIdContext>
          <DutyCommand />
        </NoticeArea>
      </main>
    </div>
  );
}

type PreviewProps = Pick<Props, "operator" | "current"> & {
  /** Path of the preview, without the query that chooses the language. */
  path: string;
  editPath: string;
  language: Locale;
  children: ReactNode;
};

/** A client component, because next-intl has the readers' language on the server, the operator's in the browser. */
export function PreviewFrame({ operator, current, path, editPath, language, children }: PreviewProps) {
  const t = useDeskText("catalog");
  return (
    <Desk operator={operator} current={current}>
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-md bg-accent-soft px-5 py-2">
        <p>{t("previewNote")}</p>
        {locales.map((each) => (
          <a
            key={each}
            className="link py-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:no-underline"
            href={`${path}?language=${each}`}
            aria-current={each === language ? "page" : undefined}
          >
            {t(`previewIn.${each}`)}
          </a>
        ))}
        <a className="link py-2" href={editPath}>
          {t("toEditor")}
        </a>
      </div>
      <div lang={language}>{children}</div>
    </Desk>
  );
}

function SectionNav({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = nav;
    const link = current?.querySelector<HTMLElement>("[aria-current]");
    if (current && link) current.scrollLeft = link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2;
  }, []);
  return (
    <nav ref={nav} aria-label={label} className={className}>
      {children}
    </nav>
  );
}

function SignOut() {
  const t = useDeskText("shell");
  const isHydrated = useIsHydrated();
  const [hasFailed, setHasFailed] = useState(false);
  const signOut = async () => {
    const { kind } = await call(accessOperations.signOut, {});
    if (kind === "done" || kind === "unauthorized") window.location.assign(signInPath);
    else setHasFailed(true);
  };
  return (
    <>
      {hasFailed && (
        <span role="alert" className="font-semibold text-danger">
          {t("problem.unavailable")}
        </span>
      )}
      <button
        type="button"
        className="link min-h-11 cursor-pointer font-semibold"
        disabled={!isHydrated}
        onClick={signOut}
      >
        {t("signOut")}
      </button>
    </>
  );
}
