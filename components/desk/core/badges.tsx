import type { ReactNode } from "react";
import type { Clock } from "#lib/domain/submissions/core/clock.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import type { Status } from "#lib/domain/submissions/core/status.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { StatusMark } from "./status-mark.tsx";

const looks = {
  success: "bg-success-soft text-success",
  primary: "bg-primary-soft text-primary",
  accent: "bg-accent-soft text-ink",
  danger: "bg-danger-soft text-danger",
  quiet: "border border-line text-muted",
};

export function Badge({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <span
      className={`inline-block max-w-full rounded-2xl px-2.5 py-0.5 text-sm font-semibold ${looks[look]} @sm:whitespace-nowrap`}
    >
      {children}
    </span>
  );
}

const routeLooks = { qualified: "success", review: "primary", redirect: "quiet" } as const;

export function RouteBadge({ route }: { route: LeadRoute }) {
  const t = useDeskText("inbox");
  return <Badge look={routeLooks[route]}>{t(`route.${route}`)}</Badge>;
}

export function StatusLabel({ status }: { status: Status }) {
  const t = useDeskText("inbox");
  return (
    <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap">
      <StatusMark status={status} />
      {t(`status.${status}`)}
    </span>
  );
}

const clockLooks = {
  running: "text-muted",
  warning: "text-muted",
  overdue: "text-danger",
  answered: "text-success",
  answered_late: "text-danger",
};

/** The deadline of the response clock, as a date. */
export function ClockText({ clock }: { clock: Clock }) {
  const t = useDeskText("inbox");
  const formatDeskTime = useDeskTime();
  if (clock.state === "none") return null;
  const { state, dueAt } = clock;
  return (
    <span className={clockLooks[state]}>
      {state === "answered" || state === "answered_late"
        ? t(`clock.${state}`)
        : t(`clock.${state}`, { due: formatDeskTime(dueAt) })}
    </span>
  );
}
