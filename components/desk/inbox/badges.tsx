import type { Clock } from "#lib/domain/submissions/clock.ts";
import type { LeadRoute } from "#lib/domain/submissions/schema.ts";
import type { Status } from "#lib/domain/submissions/status.ts";
import { deskText, formatDeskTime } from "#lib/i18n/desk-text.ts";

const t = deskText("inbox");
const shape = "inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap";

const routeLooks: Record<LeadRoute, string> = {
  qualified: "bg-success-soft text-success",
  review: "bg-primary-soft text-primary",
  redirect: "border border-line text-muted",
};

export function RouteBadge({ route }: { route: LeadRoute }) {
  return <span className={`${shape} ${routeLooks[route]}`}>{t(`route.${route}`)}</span>;
}

export function StatusBadge({ status }: { status: Status }) {
  return <span className={`${shape} border border-edge`}>{t(`status.${status}`)}</span>;
}

/** The person has withdrawn the consent. */
export function WithdrawnBadge() {
  return <span className={`${shape} bg-danger-soft text-danger`}>{t("withdrawn")}</span>;
}

const clockLooks = {
  running: "text-muted",
  warning: "rounded-sm bg-accent-soft px-1.5 font-semibold",
  overdue: "rounded-sm bg-danger-soft px-1.5 font-semibold text-danger",
  answered: "text-success",
  answered_late: "text-danger",
};

/** The response clock in words; nothing where nobody waits. */
export function ClockText({ clock }: { clock: Clock }) {
  if (clock.state === "none") return null;
  const { state, dueAt } = clock;
  return (
    <span className={`text-sm ${clockLooks[state]}`}>
      {state === "answered" || state === "answered_late"
        ? t(`clock.${state}`)
        : t(`clock.${state}`, { due: formatDeskTime(dueAt) })}
    </span>
  );
}
