"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import type { PendingMail } from "#lib/domain/mail/mail.ts";
import { isRunning } from "#lib/domain/submissions/core/clock.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { replyOperations, undoSeconds } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { type InboxData, useInboxData } from "../core/inbox-data.ts";
import { useOperatorId } from "../core/operator-id.ts";
import { useNow } from "../core/time-left.tsx";

/** Time until a due reply is probably sent: the worker polls every second, and the mail server needs time. */
const deliveryMilliseconds = 3_000;

type ReplyText = { text: string; cc: string[] };
type SentReply = ReplyText & { job: string };
/** The reply that this page sent last. The timeline has it only after the submission is read again. */
let lastSent: SentReply | null = null;

export function showQueued(data: InboxData, ref: SubmissionRef, reply: SentReply, startsAt: Date | string): void {
  lastSent = reply;
  const mail = { ...ref, mail: "reply", jobId: reply.job, state: "scheduled", attempts: 0, fault: null } as const;
  data.patchMails(ref, (mails) => [
    ...mails.filter(({ jobId }) => jobId !== reply.job),
    { ...mail, createdAt: new Date(), at: new Date(startsAt) },
  ]);
}

type Props = {
  submission: Pick<Submission, "kind" | "id" | "clock" | "pendingMails" | "timeline">;
  onTakenBack: (reply: ReplyText) => void;
};

/** Lists replies that no worker has started to send. */
export function QueuedReplies({ submission, onTakenBack }: Props) {
  const t = useDeskText("reply");
  const queued = submission.pendingMails.filter(
    ({ mail, attempts, state }) => mail === "reply" && attempts === 0 && state !== "sending",
  );
  // Rendered even if empty, because screen readers announce only changes to an existing element.
  return (
    <ul aria-label={t("queued.title")} aria-live="polite" className="space-y-2 empty:sr-only">
      {queued.map((reply) => (
        <QueuedReply key={reply.jobId} submission={submission} reply={reply} onTakenBack={onTakenBack} />
      ))}
    </ul>
  );
}

function QueuedReply({ submission, reply, onTakenBack }: Props & { reply: PendingMail }) {
  const { kind, id, clock, timeline } = submission;
  const { jobId: job, at: startsAt, state } = reply;
  const t = useDeskText("reply");
  const callDesk = useDeskCall();
  const { reread, patchMails } = useInboxData();
  const formatDeskTime = useDeskTimeFormat();
  const seconds = useSecondsUntil(startsAt);
  const texts = { conflict: t("queued.gone") };
  const isWithheld = state === "held";
  const isSoon = !isWithheld && seconds <= undoSeconds;
  const dueAt = isRunning(clock) && startsAt >= clock.dueAt ? clock.dueAt : null;
  const isCounting = isSoon && seconds > 0;

  const startMilliseconds = startsAt.getTime();
  useEffect(() => {
    if (!isSoon) return;
    const timer = setTimeout(() => reread({ kind, id }), startMilliseconds - Date.now() + deliveryMilliseconds);
    return () => clearTimeout(timer);
  }, [reread, kind, id, isSoon, startMilliseconds]);

  const undo = async () => {
    const doubt = t("queued.doubt");
    const options = { texts: { ...texts, no_answer: doubt, unavailable: doubt }, done: () => t("queued.undone") };
    const outcome = await callDesk(replyOperations.cancelReply, { kind, id, job }, options);
    if (outcome.kind === "done") {
      patchMails({ kind, id }, (mails) => mails.filter(({ jobId }) => jobId !== job));
      return onTakenBack(outcome.result);
    }
    if (outcome.kind !== "no_answer" && outcome.kind !== "unavailable") return;
    // The service may have deleted the reply, so that this page has the only copy of its text.
    const event = timeline.find((each) => each.type === "reply" && each.details.job === job);
    if (event?.type === "reply") onTakenBack({ text: event.details.text, cc: event.details.cc ?? [] });
    else if (lastSent?.job === job) onTakenBack(lastSent);
  };
  const sendNow = () => callDesk(replyOperations.sendReplyNow, { kind, id, job }, { texts });

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
      <p className="min-w-0 flex-1 basis-56 font-semibold">
        {/* Screen readers announce this text once, without the seconds that count down. */}
        <span className={isCounting ? "sr-only" : undefined}>{formatState()}</span>
        {isCounting && (
          <span aria-hidden="true" className="tabular-nums">
            {t("queued.seconds", { seconds })}
          </span>
        )}
      </p>
      <ActionButton text={t("queued.undo")} look="secondary" onPress={undo} />
      {(isWithheld || seconds > 0) && <ActionButton text={t("queued.sendNow")} onPress={sendNow} />}
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
const toStorageKey = (operatorId: string) => `desk.unsent-replies.${operatorId}`;
const listeners = new Set<() => void>();
function readUnsentReplyKeys(operatorId: string): string[] {
  try {
    return (sessionStorage.getItem(toStorageKey(operatorId)) ?? "").split(" ").filter(Boolean);
  } catch {
    // The browser's storage is disabled.
    return [];
  }
}

export function setReplyUnsent(operatorId: string, ref: SubmissionRef, isUnsent: boolean): void {
  const others = readUnsentReplyKeys(operatorId).filter((name) => name !== toSubmissionKey(ref));
  try {
    const keys = isUnsent ? [...others, toSubmissionKey(ref)] : others;
    sessionStorage.setItem(toStorageKey(operatorId), keys.join(" "));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

export function useIsReplyUnsent(ref: SubmissionRef): boolean {
  const operatorId = useOperatorId();
  return useSyncExternalStore(
    subscribeToUnsentReplies,
    () => readUnsentReplyKeys(operatorId).includes(toSubmissionKey(ref)),
    () => false,
  );
}

function subscribeToUnsentReplies(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
