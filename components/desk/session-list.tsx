import { buttonClass } from "#components/ui/button.ts";
import { deviceOf } from "#lib/domain/desk/device.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";

type Session = { id: string; userAgent: string; startedAt: Date; usedAt: Date; isCurrent: boolean };

const t = adminText("auth");

function nameOf(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent);
  return t("sessions.device", {
    browser: browser ?? t("sessions.unknownBrowser"),
    system: system ?? t("sessions.unknownSystem"),
  });
}

/** Where an operator is signed in, each with the way to end it. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className="mb-6 max-w-3xl divide-y divide-line rounded-md border border-line bg-surface">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{nameOf(session.userAgent)}</p>
              <p className="text-sm text-muted">
                {t("sessions.used", { time: deskTime(session.usedAt) })} ·{" "}
                {t("sessions.started", { time: deskTime(session.startedAt) })}
              </p>
            </div>
            {session.isCurrent ? (
              <span className="rounded-full bg-success-soft px-3 py-1 text-sm font-semibold text-success">
                {t("sessions.current")}
              </span>
            ) : (
              <form method="post" action="/api/admin/sessions/revoke">
                <input type="hidden" name="id" value={session.id} />
                <button
                  type="submit"
                  className={buttonClass("quiet")}
                  aria-label={t("sessions.revokeLabel", {
                    device: nameOf(session.userAgent),
                    time: deskTime(session.usedAt),
                  })}
                >
                  {t("sessions.revoke")}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {hasOthers ? (
        <form method="post" action="/api/admin/sessions/revoke-others">
          <button type="submit" className={buttonClass("secondary")}>
            {t("sessions.revokeOthers")}
          </button>
        </form>
      ) : (
        <p className="text-muted">{t("sessions.none")}</p>
      )}
    </>
  );
}
