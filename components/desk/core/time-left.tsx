"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { type Clock, toTimeLeft } from "#lib/domain/submissions/core/clock.ts";
import { useDeskText, useDeskTimeFormat, useDeskTimeZone, useShortDateFormat } from "#lib/i18n/desk-text.ts";

const NowContext = createContext(new Date(0));
const stepMilliseconds = 30_000;

export function NowProvider({ start, children }: { start: Date; children: ReactNode }) {
  const [now, setNow] = useState(start);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), stepMilliseconds);
    return () => window.clearInterval(timer);
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}

export const useNow = () => use(NowContext);

const looks = {
  running: "text-muted",
  warning: "px-1.5 font-semibold text-ink bg-accent-soft",
  overdue: "px-1.5 font-semibold text-danger bg-danger-soft",
  answered: "text-success",
  answered_late: "text-danger",
};

export function TimeLeft({ clock }: { clock: Clock }) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const formatDeskTime = useDeskTimeFormat();
  const zone = useDeskTimeZone();
  const now = useNow();
  if (clock.state === "none") return null;
  const { state, dueAt, warnsAt } = clock;
  const isRunning = state !== "answered" && state !== "answered_late";
  const { isLate, unit, count } = toTimeLeft(dueAt, now);
  const shown = !isRunning ? state : isLate ? "overdue" : now >= warnsAt ? "warning" : "running";
  const title = isRunning
    ? `${inbox(`clock.${shown}`, { due: formatDeskTime(dueAt) })} (${zone})`
    : inbox(`clock.${state}`);
  return (
    <time
      dateTime={dueAt.toISOString()}
      title={title}
      className={`rounded-sm whitespace-nowrap tabular-nums ${looks[shown]}`}
    >
      {isRunning ? t(`${isLate ? "late" : "left"}.${unit}`, { count }) : t(state)}
    </time>
  );
}

/** `isLate` means that the reply is due before the snooze ends. */
export function useSnoozeText(until: Date | null, { isShort = false, isLate = false } = {}): string | null {
  const t = useDeskText("triage");
  const formatDeskTime = useDeskTimeFormat();
  const formatShortDate = useShortDateFormat();
  const now = useNow();
  if (!until) return null;
  if (until <= now) return t("snooze.returned");
  if (!isShort) return t(isLate ? "snooze.untilLate" : "snooze.until", { time: formatDeskTime(until) });
  return t("snooze.untilShort", { time: formatShortDate(until, now, { hour: "numeric", minute: "2-digit" }) });
}
