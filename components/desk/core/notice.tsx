"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { Callout } from "#components/ui/callout.tsx";
import { KeyboardKey } from "#components/ui/key.tsx";
import { withReturnPath } from "#lib/domain/access/return-path.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

/** A text without its own title gets the title "That did not work". */
export type ProblemTexts = Partial<Record<Problem["kind"], string | { title: string; text: string }>>;

type Actions = { actions?: readonly ToastAction[] };
type DoneNotice = Actions & { done: string };
/** `about` identifies an action: its next attempt removes the notice. */
type ProblemNotice = Actions & { about?: string } & (
    | /** Explains the refusal in the page's own words. */ { refused: string }
    | { problem: Problem; texts?: ProblemTexts }
  );
type Notice = DoneNotice | ProblemNotice;

const NoticeContext = createContext<(notice: Notice | null, about?: string) => void>(() => undefined);

/** A notice about a problem stays until it is closed or replaced, or until null is passed with the same `about`. */
export const useNotice = () => use(NoticeContext);

let pending: Notice | null = null;

export function notifyNextPage(notice: Notice): void {
  pending = notice;
}

const doneMilliseconds = 8_000;

export function NoticeArea({ children }: { children: ReactNode }) {
  const t = useDeskText("list");
  const [done, setDone] = useState<DoneNotice | null>(null);
  const [problem, setProblem] = useState<ProblemNotice | null>(null);
  const [notify] = useState(() => (notice: Notice | null, about?: string) => {
    if (notice && !("done" in notice)) setProblem(notice);
    else if (!notice) setProblem((before) => (before?.about === about ? null : before));
    setDone(notice && "done" in notice ? notice : null);
  });
  useEffect(() => {
    if (pending) notify(pending);
    pending = null;
  }, [notify]);
  useEffect(() => {
    if (!done) return;
    const timer = window.setTimeout(() => setDone(null), doneMilliseconds);
    return () => window.clearTimeout(timer);
  }, [done]);
  return (
    <NoticeContext value={notify}>
      {children}
      {/* Empty space, so that operators can scroll the end of a narrow page above the notice. */}
      {(done || problem) && <div className="h-28 shrink-0 sm:hidden" />}
      <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 mx-auto grid max-w-xl gap-3 *:pointer-events-auto">
        <Toast
          look="danger"
          isShown={problem !== null}
          actions={problem?.actions}
          close={t("close")}
          onClose={() => setProblem(null)}
        >
          {problem && "refused" in problem && <p role="alert">{problem.refused}</p>}
          {problem && "problem" in problem && (
            <div role="alert">
              <ProblemText {...problem} />
            </div>
          )}
        </Toast>
        <Toast
          look="success"
          isShown={done !== null}
          actions={done?.actions}
          close={t("close")}
          onClose={() => setDone(null)}
        >
          {/* Always rendered, because screen readers announce only changes to an existing element. */}
          <p role="status">{done?.done ?? ""}</p>
        </Toast>
      </div>
    </NoticeContext>
  );
}

function ProblemText({ problem: { kind }, texts = {} }: { problem: Problem; texts?: ProblemTexts }) {
  const t = useDeskText("shell");
  const own = texts[kind] ?? t(`problem.${kind}`);
  const { title, text } = typeof own === "string" ? { title: t("problem.title"), text: own } : own;
  const { pathname, search } = window.location;
  // Sign-in pages keep the return path that they were opened with.
  const returnPath = new URLSearchParams(search).get("to") ?? pathname + search;
  return (
    <>
      <p className="font-semibold text-danger">{title}</p>
      <p>
        {text}{" "}
        {kind === "unauthorized" && (
          <a className="link" href={withReturnPath("/admin/sign-in", returnPath)}>
            {t("signIn")}
          </a>
        )}
      </p>
    </>
  );
}

export function ProblemNotice(props: { problem: Problem; texts?: ProblemTexts }) {
  return (
    <Callout look="danger" role="alert" className="sticky top-2 z-10 mb-6">
      <ProblemText {...props} />
    </Callout>
  );
}

type ToastAction = { text: string; keys?: string; run: () => void };

type Props = {
  look: "success" | "danger";
  isShown: boolean;
  actions?: readonly ToastAction[] | undefined;
  close: string;
  onClose: () => void;
  children: ReactNode;
};

/** Stays mounted while nothing is shown, because screen readers announce only changes to an existing element. */
function Toast({ look, isShown, actions = [], close, onClose, children }: Props) {
  const button = "link min-h-9 cursor-pointer text-sm font-semibold";
  return (
    <Callout look={look} className={isShown ? "shadow-xl" : "sr-only"}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">{children}</div>
        <div hidden={!isShown} className="flex gap-4">
          {actions.map(({ text, keys, run }) => (
            <button
              key={text}
              type="button"
              className={button}
              aria-keyshortcuts={keys}
              onClick={() => {
                onClose();
                run();
              }}
            >
              {text} {keys && <KeyboardKey>{keys}</KeyboardKey>}
            </button>
          ))}
          <button type="button" className={button} onClick={onClose}>
            {close}
          </button>
        </div>
      </div>
    </Callout>
  );
}
