"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Key } from "#components/ui/key.tsx";
import { isRunning } from "#lib/domain/submissions/core/clock.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Badge, ClockText, OwnerMark, RouteBadge, StatusMark } from "../../core/badges.tsx";
import type { Seen } from "../../core/pending.ts";
import { TimeLeft, useSnoozeText } from "../../core/time-left.tsx";

/** The parts that the row already has, shown until the submission is read. */
type Shown = Seen &
  Pick<InboxRow, "name" | "company" | "route" | "clock" | "repeatCount" | "repeatOf" | "withdrawnAt"> & {
    canUndo: boolean;
  };

export function toShown(submission: Submission): Shown {
  const { company, route } = submission.kind === "evaluation" ? submission : { company: null, route: null };
  return { ...submission, company, route, withdrawnAt: submission.consent.withdrawnAt };
}

export type PanelProps = {
  shown: Shown;
  /** Names of other operators who have it open. */
  viewers: readonly string[];
  place: string | null;
  /** True after the operator opened it; false when the page's URL did. */
  takesFocus: boolean;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
  onAsk: (what: "status" | "owner") => void;
  onUndo: () => void;
  children: ReactNode;
};

const button =
  "inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-sm border border-line bg-surface px-2.5 text-[0.875rem] hover:border-primary hover:text-primary";

export function SubmissionPanel(props: PanelProps) {
  const { shown, viewers, place, takesFocus, onMove, onClose, onAsk, onUndo, children } = props;
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const triage = useDeskText("triage");
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, company, status, owner, clock, route, repeatCount, repeatOf, canUndo } = shown;
  const isSnoozedLate = isRunning(clock) && shown.snoozedUntil !== null && shown.snoozedUntil >= clock.dueAt;
  const snoozed = useSnoozeText(shown.snoozedUntil, { isLate: isSnoozedLate });
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const isOpen = repeatOf === null;
  return (
    <article aria-labelledby="submission-name" className="@container min-w-0">
      <header className="sticky top-0 z-10 border-b border-line bg-surface px-4 py-2 sm:px-6">
        <div className="flex items-center gap-2 text-[0.875rem] text-muted">
          <button type="button" className={button} onClick={onClose}>
            <span aria-hidden="true" className="lg:hidden">
              ←
            </span>
            <span className="max-sm:sr-only lg:sr-only">{t("open.close")}</span>
            <span className="max-lg:hidden">
              <Key>Esc</Key>
            </span>
          </button>
          <span className="truncate">
            {inbox(`kind.${shown.kind}`)} <span className="whitespace-nowrap">{formatReference(shown)}</span>
          </span>
          <p role="status" className="text-[0.875rem] text-muted empty:hidden">
            {viewers.length > 0 && triage("live.viewers", { names: viewers.join(", "), count: viewers.length })}
          </p>
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
              <button type="button" className={button} onClick={() => onAsk("status")}>
                <StatusMark status={status} />
                <span>
                  <span className="sr-only">{inbox("statusLabel")}: </span>
                  {inbox(`status.${status}`)}
                </span>
                <span className="pointer-coarse:hidden">
                  <Key>s</Key>
                </span>
              </button>
              <button type="button" className={button} onClick={() => onAsk("owner")}>
                {owner ? <OwnerMark name={owner.name} label="" /> : null}
                <span className="max-w-40 truncate">
                  <span className="sr-only">{inbox("ownerLabel")}: </span>
                  {owner?.name ?? t("unowned")}
                </span>
                <span className="pointer-coarse:hidden">
                  <Key>a</Key>
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
            <ClockText clock={clock} />
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
