"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { call } from "#lib/contract/client.ts";
import { signInPath } from "#lib/domain/access/return-path.ts";
import { accessOperations } from "#lib/domain/access/sign-in.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

export function SectionNav({ label, className, children }: { label: string; className: string; children: ReactNode }) {
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

export function SignOut() {
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
