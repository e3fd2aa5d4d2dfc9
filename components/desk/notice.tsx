"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { Callout } from "#components/ui/callout.tsx";
import { withReturnPath } from "#lib/domain/desk/return-path.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

/** Texts of a page that replace the general ones. */
export type ProblemTexts = Partial<Record<Problem["kind"], string>>;

type Notice = { done: string } | { problem: Problem; texts?: ProblemTexts };

const NoticeContext = createContext<(notice: Notice | null) => void>(() => undefined);

/** Shows the result of an action in the page's status line. */
export const useNotice = () => use(NoticeContext);

/** Set by a page that leads to another one. */
let pending: Notice | null = null;

/** Shows the result of an action on the next page. */
export function notifyNextPage(notice: Notice): void {
  pending = notice;
}

/** The status line of a page; it stays when the page is refreshed. */
export function NoticeArea({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (pending) setNotice(pending);
    pending = null;
  }, []);
  return (
    <NoticeContext value={setNotice}>
      <div role="status" className="sticky top-2 z-10">
        {notice && "done" in notice && <Callout look="success">{notice.done}</Callout>}
      </div>
      {notice && "problem" in notice && <ProblemNotice {...notice} />}
      {children}
    </NoticeContext>
  );
}

export function ProblemNotice({ problem: { kind }, texts = {} }: { problem: Problem; texts?: ProblemTexts }) {
  const t = useDeskText("shell");
  const { pathname, search } = window.location;
  // The pages of the sign-in have a return path.
  const returnPath = new URLSearchParams(search).get("to") ?? pathname + search;
  return (
    <Callout look="danger" role="alert" className="sticky top-2 z-10 mb-6">
      <p className="font-semibold text-danger">{t("problem.title")}</p>
      <p>
        {texts[kind] ?? t(`problem.${kind}`)}{" "}
        {kind === "unauthorized" && (
          <a className="link" href={withReturnPath("/admin/sign-in", returnPath)}>
            {t("signIn")}
          </a>
        )}
      </p>
    </Callout>
  );
}
