"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { KeyboardKey } from "#components/ui/key.tsx";
import { call } from "#lib/contract/client.ts";
import { isRunning } from "#lib/domain/submissions/core/clock.ts";
import type { Owner, Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference, type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { type InboxRow, inboxOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Badge, OwnerMark, ResponseClockText, RouteBadge, StatusMark } from "../core/badges.tsx";
import { ActionButton } from "../core/desk-action.tsx";
import {
  CallProblem,
  type NewChange,
  type SeenSubmission,
  useCachedSubmission,
  useInboxData,
} from "../core/inbox-data.ts";
import { TimeLeft, useSnoozeText } from "../core/time-left.tsx";
import { SubmissionView } from "./submission/submission-view.tsx";

type Props = {
  openRef: SubmissionRef;
  row: InboxRow | undefined;
  me: Owner;
  isAdmin: boolean;
  owners: readonly Owner[];
  onChange: (change: NewChange) => void;
} & Omit<PanelProps, "shown" | "children">;

type PanelProps = {
  shown: ShownSubmission;
  place: string | null;
  /** True if the operator opened the submission; false if the page's URL did. */
  takesFocus: boolean;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
  onOpenDialog: (name: "status" | "owner") => void;
  onUndo: () => void;
  children: ReactNode;
};

/** The parts of a submission that its row already has, shown until the whole submission is read. */
type ShownSubmission = SeenSubmission &
  Pick<InboxRow, "name" | "company" | "route" | "clock" | "repeatCount" | "repeatOf" | "withdrawnAt"> & {
    canUndo: boolean;
  };

const seenMilliseconds = 400;
const activities = ["keydown", "pointerdown", "pointermove", "wheel"] as const;

export function OpenSubmission(props: Props) {
  const { openRef, row, me, isAdmin, owners, onChange, ...panel } = props;
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const { data: submission, error, refetch } = useCachedSubmission(openRef);
  useMarkAsSeen(submission, me);
  useScrollRestoration();
  const title = `${inbox(`kind.${openRef.kind}`)} ${formatReference(openRef)}`;
  useEffect(() => {
    const before = document.title;
    // Keeps the person's name out of the title, because titles stay in the browser's history.
    document.title = `${title} · ${before.split(" · ").slice(1).join(" · ")}`;
    return () => {
      document.title = before;
    };
  }, [title]);
  const isGone = error instanceof CallProblem && error.problem.kind === "not_found";
  const known = submission ? toShownSubmission(submission) : row && { ...row, canUndo: false };
  const shown = isGone ? undefined : known;
  return (
    <div
      data-open={toSubmissionKey(openRef)}
      aria-busy={!submission && !error}
      className="relative min-h-0 min-w-0 flex-1 lg:overflow-y-auto"
    >
      {shown && (
        <SubmissionPanel {...panel} shown={shown}>
          {submission && (
            <SubmissionView
              submission={submission}
              isAdmin={isAdmin}
              owners={owners}
              onNotSpam={() => onChange({ type: "status", status: "new" })}
            />
          )}
        </SubmissionPanel>
      )}
      {error && (isGone || !submission) && (
        <div className="p-6">
          <p role={isGone ? "alert" : undefined} className="mb-4">
            {t(isGone ? "open.gone" : "open.failed")}
          </p>
          <ActionButton
            text={t(isGone ? "open.close" : "open.again")}
            look="secondary"
            onPress={isGone ? panel.onClose : refetch}
          />
        </div>
      )}
      {!submission && !error && <p className="p-6 text-muted">{t("loading")}</p>}
    </div>
  );
}

function useMarkAsSeen(submission: Submission | undefined, me: Owner): void {
  const data = useInboxData();
  const [kind, id] = [submission?.kind, submission?.id];
  const isUnread = submission?.lastMessage?.state === "unread";
  const isMarked = useRef(false);
  useEffect(() => {
    if (kind === undefined || id === undefined || (isMarked.current && !isUnread)) return;
    const markAsSeen = async () => {
      isMarked.current = true;
      stop();
      const ref = { kind, id };
      const { kind: outcome } = await call(inboxOperations.markSeen, ref);
      if (outcome !== "done") return;
      const isListed = data
        .getSubmission(ref)
        ?.timeline.some((event) => event.type === "seen" && event.operatorId === me.id);
      if (isUnread || !isListed) await data.reread(ref);
    };
    // A message that arrives while the submission is open stays unread until the operator does something.
    const timer = isMarked.current ? 0 : window.setTimeout(markAsSeen, seenMilliseconds);
    if (!timer) for (const name of activities) document.addEventListener(name, markAsSeen, { passive: true });
    const stop = () => {
      window.clearTimeout(timer);
      for (const name of activities) document.removeEventListener(name, markAsSeen);
    };
    return stop;
  }, [data, kind, id, me.id, isUnread]);
}

function toShownSubmission(submission: Submission): ShownSubmission {
  const { company, route } = submission.kind === "evaluation" ? submission : { company: null, route: null };
  return { ...submission, company, route, withdrawnAt: submission.consent.withdrawnAt };
}

/** Restores the list's scroll position: on narrow screens the open submission covers the list. */
function useScrollRestoration(): void {
  useLayoutEffect(() => {
    if (window.matchMedia("(min-width: 64rem)").matches) return;
    const { scrollY } = window;
    window.scrollTo(0, 0);
    return () => window.scrollTo(0, scrollY);
  }, []);
}

const button =
  "inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-sm border border-line bg-surface px-2.5 text-[0.875rem] hover:border-primary hover:text-primary";

function SubmissionPanel(props: PanelProps) {
  const { shown, place, takesFocus, onMove, onClose, onOpenDialog, onUndo, children } = props;
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, company, status, owner, clock, route, repeatCount, repeatOf, canUndo } = shown;
  const isSnoozedLate = isRunning(clock) && shown.snoozedUntil !== null && shown.snoozedUntil >= clock.dueAt;
  const snoozed = useSnoozeText(shown.snoozedUntil, { isLate: isSnoozedLate });
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const isOpen = repeatOf === null;
  return (
    <article
      aria-labelledby="submission-name"
      className="@container min-w-0 wrap-break-word [&_:is(a,button,input,textarea,summary)]:scroll-mt-40"
    >
      <header className="top-0 z-10 border-b border-line bg-surface px-4 py-2 sm:px-6 [@media(min-height:36rem)]:sticky">
        <div className="flex items-center gap-2 text-[0.875rem] text-muted">
          <button type="button" className={button} onClick={onClose}>
            <span aria-hidden="true" className="lg:hidden">
              ←
            </span>
            <span className="max-sm:sr-only lg:sr-only">{t("open.close")}</span>
            <span className="max-lg:hidden">
              <KeyboardKey>Esc</KeyboardKey>
            </span>
          </button>
          <span className="truncate">
            {inbox(`kind.${shown.kind}`)} <span className="whitespace-nowrap">{formatReference(shown)}</span>
          </span>
          <span className="ml-auto whitespace-nowrap tabular-nums max-sm:hidden">{place}</span>
          <button
            type="button"
            className={`${button} max-sm:ml-auto`}
            aria-label={t("open.previous")}
            onClick={() => onMove(-1)}
          >
            <span aria-hidden="true">↑</span>
          </button>
          <button type="button" className={button} aria-label={t("open.next")} onClick={() => onMove(1)}>
            <span aria-hidden="true">↓</span>
          </button>
        </div>
        <h2
          id="submission-name"
          ref={heading}
          tabIndex={-1}
          className="mt-1.5 line-clamp-2 text-xl wrap-anywhere"
          title={company === null ? name : inbox("from_company", { name, company })}
        >
          <bdi>{name}</bdi>
          {company !== null && (
            <>
              , <bdi className="text-muted">{company}</bdi>
            </>
          )}
        </h2>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          {isOpen && (
            <>
              <button type="button" className={button} onClick={() => onOpenDialog("status")}>
                <StatusMark status={status} />
                <span>
                  <span className="sr-only">{inbox("statusLabel")}: </span>
                  {inbox(`status.${status}`)}
                </span>
                <span className="pointer-coarse:hidden">
                  <KeyboardKey>s</KeyboardKey>
                </span>
              </button>
              <button type="button" className={button} onClick={() => onOpenDialog("owner")}>
                {owner ? <OwnerMark name={owner.name} label="" /> : null}
                <span className="max-w-40 truncate">
                  <span className="sr-only">{inbox("ownerLabel")}: </span>
                  {owner?.name ?? t("unowned")}
                </span>
                <span className="pointer-coarse:hidden">
                  <KeyboardKey>a</KeyboardKey>
                </span>
              </button>
            </>
          )}
          {route && <RouteBadge route={route} />}
          {shown.withdrawnAt && <Badge look="danger">{inbox("withdrawn")}</Badge>}
          {snoozed && <Badge look={isSnoozedLate ? "danger" : "accent"}>{snoozed}</Badge>}
          {repeatCount > 0 && <Badge look="accent">{inbox("repeat.count", { count: repeatCount + 1 })}</Badge>}
          <p className="text-[0.875rem] first-letter:uppercase empty:hidden">
            {clock.state !== "none" && !clock.state.startsWith("answered") && (
              <>
                <TimeLeft clock={clock} />
                <span className="text-muted"> · </span>
              </>
            )}
            <ResponseClockText clock={clock} />
          </p>
          {canUndo && isOpen && (
            <button type="button" className="link min-h-9 cursor-pointer text-[0.875rem]" onClick={onUndo}>
              {inbox("undo")}
            </button>
          )}
        </div>
      </header>
      {children}
    </article>
  );
}
