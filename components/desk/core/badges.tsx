import type { ReactNode } from "react";
import type { Clock } from "#lib/domain/submissions/core/clock.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import type { Status } from "#lib/domain/submissions/core/status.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";

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

export function ResponseClockText({ clock }: { clock: Clock }) {
  const t = useDeskText("inbox");
  const formatDeskTime = useDeskTimeFormat();
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

const done = "M4.5 8.2l2.4 2.4 4.6-5";

/** Decorative: the status name stands beside every icon, visibly or for screen readers. */
const drawings: Record<Status, ReactNode> = {
  new: <circle cx="8" cy="8" r="6" strokeDasharray="2.4 2.3" />,
  in_review: <FilledIcon part="M8 8V4a4 4 0 0 1 4 4z" />,
  contacted: <FilledIcon part="M8 4a4 4 0 0 1 0 8z" />,
  booked: <FilledIcon part="M8 8H4a4 4 0 1 0 4-4z" />,
  won: (
    <>
      <circle cx="8" cy="8" r="6.8" fill="currentColor" />
      <path d={done} stroke="var(--surface)" fill="none" />
    </>
  ),
  lost: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" />
    </>
  ),
  spam: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M3.8 3.8l8.4 8.4" />
    </>
  ),
};

const colours: Record<Status, string> = {
  new: "text-primary",
  in_review: "text-accent",
  contacted: "text-primary",
  booked: "text-success",
  won: "text-success",
  lost: "text-muted",
  spam: "text-muted",
};

function FilledIcon({ part }: { part: string }) {
  return (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d={part} fill="currentColor" stroke="none" />
    </>
  );
}

export function StatusMark({ status }: { status: Status }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      className={`size-4 shrink-0 ${colours[status]}`}
    >
      {drawings[status]}
    </svg>
  );
}

export function OwnerMark({ name, label }: { name: string; label: string }) {
  const words = name.split(/\s+/u).filter(Boolean);
  const initials = [words.shift(), words.pop()].map((word = "") => [...word][0]).join("");
  return (
    <span
      title={label}
      className="inline-flex size-6 items-center justify-center rounded-full border border-primary/30 bg-primary-soft"
    >
      <span aria-hidden="true" className="text-[0.6875rem] leading-none font-semibold text-primary uppercase">
        {initials}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
