"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { type Clock, isRunning } from "#lib/domain/submissions/core/clock.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { replyOperations, undoSeconds } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { useNotice } from "../core/notice.tsx";
import { useNow } from "../core/time-left.tsx";

type ReplyContent = { text: string; cc: string[] };
type OpenReply = { job: string; startsAt: Date; isWithheld: boolean; content: ReplyContent };

/** Time until a due reply is probably sent: the worker polls every second, and the mail server needs time. */
const deliveryMilliseconds = 3_000;

/** Lists replies that no worker has started to send: those loaded with the page, and the one just written. */
export function useQueuedReplies({ pendingMails, timeline }: Pick<Submission, "pendingMails" | "timeline">) {
  const [own, setOwn] = useState<OpenReply | null>(null);
  const [gone, setGone] = useState<string[]>([]);
  const listed = pendingMails
    .filter(({ mail, attempts, state }) => mail === "reply" && attempts === 0 && state !== "sending")
    .map(
      ({ jobId, at, state }): OpenReply => ({
        job: jobId,
        startsAt: at,
        isWithheld: state === "held",
        content: findReplyContent(timeline, jobId),
      }),
    );
  // From now on, the service says what becomes of it: a colleague may take it back.
  if (own && listed.some(({ job }) => job === own.job)) setOwn(null);
  const all = own ? [own, ...listed] : listed;
  return {
    list: all.filter(({ job }) => !gone.includes(job)),
    add: ({ job, startsAt, ...content }: ReplyContent & { job: string; startsAt: Date | string }) =>
      setOwn({ job, startsAt: new Date(startsAt), isWithheld: false, content }),
    remove: (job: string) => {
      setGone((jobs) => [...jobs, job]);
      setOwn((queued) => (queued?.job === job ? null : queued));
    },
  };
}

function findReplyContent(timeline: Submission["timeline"], job: string): ReplyContent {
  const reply = timeline.find((event) => event.type === "reply" && event.details.job === job);
  return reply?.type === "reply" ? { text: reply.details.text, cc: reply.details.cc ?? [] } : { text: "", cc: [] };
}

type Props = {
  submission: SubmissionRef & { clock: Clock };
  queued: ReturnType<typeof useQueuedReplies>;
  onTakenBack: (content: ReplyContent) => void;
};

export function QueuedReplies({ submission, queued, onTakenBack }: Props) {
  const t = useDeskText("reply");
  if (!queued.list.length) return null;
  return (
    <ul aria-label={t("queued.title")} className="space-y-2">
      {queued.list.map((reply) => (
        <QueuedReply
          key={reply.job}
          submission={submission}
          reply={reply}
          onTakenBack={onTakenBack}
          onGone={() => queued.remove(reply.job)}
        />
      ))}
    </ul>
  );
}

type ItemProps = Pick<Props, "submission" | "onTakenBack"> & { reply: OpenReply; onGone: () => void };

function QueuedReply({ submission, reply: { job, startsAt, isWithheld, content }, onTakenBack, onGone }: ItemProps) {
  const { kind, id, clock } = submission;
  const t = useDeskText("reply");
  const callDesk = useDeskCall();
  const notify = useNotice();
  const formatDeskTime = useDeskTimeFormat();
  const seconds = useSecondsUntil(startsAt);
  const texts = { conflict: t("queued.gone") };
  const isSoon = !isWithheld && seconds <= undoSeconds;
  const dueAt = isRunning(clock) && startsAt >= clock.dueAt ? clock.dueAt : null;
  const isCounting = isSoon && seconds > 0;

  const refresh = useRef(async () => {});
  refresh.current = async () => {
    await callDesk(replyOperations.getReplyDesk, { kind, id });
    onGone();
  };
  useEffect(() => {
    if (!isSoon) return;
    const timer = setTimeout(() => refresh.current(), startsAt.getTime() - Date.now() + deliveryMilliseconds);
    return () => clearTimeout(timer);
  }, [isSoon, startsAt]);

  const undo = async () => {
    const doubt = t("queued.doubt");
    const undoTexts = { ...texts, no_answer: doubt, unavailable: doubt };
    const outcome = await callDesk(replyOperations.cancelReply, { kind, id, job }, { texts: undoTexts });
    // Without an answer, the service may have deleted the reply, so that this page has the only copy of its text.
    if (outcome.kind === "no_answer" || outcome.kind === "unavailable") onTakenBack(content);
    if (outcome.kind !== "done") return;
    onGone();
    notify({ done: t("queued.undone") });
    onTakenBack(outcome.result);
  };
  const sendNow = async () => {
    const outcome = await callDesk(replyOperations.hastenReply, { kind, id, job }, { texts });
    if (outcome.kind === "done") setTimeout(() => refresh.current(), deliveryMilliseconds);
  };

  const formatState = () => {
    if (isWithheld) return t("queued.held");
    if (!isSoon && dueAt) return t("queued.late", { time: formatDeskTime(startsAt), due: formatDeskTime(dueAt) });
    if (!isSoon) return t("queued.later", { time: formatDeskTime(startsAt) });
    return t(seconds > 0 ? "queued.soon" : "queued.waiting");
  };

  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border-l-4 px-3 py-1 ${isWithheld || (dueAt && !isSoon) ? "border-accent bg-accent-soft" : "border-success bg-success-soft text-success"}`}
    >
      <p role="status" className="min-w-0 flex-1 basis-56 font-semibold">
        {/* Screen readers announce this text once, without the seconds that count down. */}
        <span className={isCounting ? "sr-only" : undefined}>{formatState()}</span>
        {isCounting && (
          <span aria-hidden="true" className="tabular-nums">
            {t("queued.seconds", { seconds })}
          </span>
        )}
      </p>
      <button type="button" className={buttonClass("secondary")} onClick={undo}>
        {t("queued.undo")}
      </button>
      {(isWithheld || seconds > 0) && (
        <button type="button" className={buttonClass("quiet")} onClick={sendNow}>
          {t("queued.sendNow")}
        </button>
      )}
    </li>
  );
}

const countSeconds = (time: Date, now: number) => Math.max(Math.ceil((time.getTime() - now) / 1_000), 0);

function useSecondsUntil(time: Date): number {
  const isHydrated = useIsHydrated();
  const pageTime = useNow();
  // Shows the server's count until hydration.
  const [seconds, setSeconds] = useState(() => countSeconds(time, isHydrated ? Date.now() : pageTime.getTime()));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(countSeconds(time, Date.now())), 500);
    return () => clearInterval(timer);
  }, [time]);
  return seconds;
}

/** Key in the session storage, which the browser deletes with the tab, like the drafts of replies. */
const storageKey = "desk.unsent-replies";
const listeners = new Set<() => void>();
function readUnsentKeys(): string[] {
  try {
    return (sessionStorage.getItem(storageKey) ?? "").split(" ").filter(Boolean);
  } catch {
    // The browser's storage is disabled.
    return [];
  }
}

export function setUnsent(ref: SubmissionRef, isUnsent: boolean): void {
  const others = readUnsentKeys().filter((name) => name !== toSubmissionKey(ref));
  try {
    sessionStorage.setItem(storageKey, [...others, ...(isUnsent ? [toSubmissionKey(ref)] : [])].join(" "));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

export function useIsUnsent(ref: SubmissionRef): boolean {
  return useSyncExternalStore(
    subscribeToUnsent,
    () => readUnsentKeys().includes(toSubmissionKey(ref)),
    () => false,
  );
}

function subscribeToUnsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
