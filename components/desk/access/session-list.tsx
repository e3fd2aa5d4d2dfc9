"use client";

import { accessOperations, parseUserAgent } from "#lib/domain/access/sign-in.ts";
import { type DeskText, useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { Badge } from "../core/badges.tsx";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";

type Session = { id: string; userAgent: string; startedAt: Date; usedAt: Date; isCurrent: boolean };

export function SessionList({ sessions }: { sessions: Session[] }) {
  const t = useDeskText("auth");
  const callDesk = useDeskCall();
  const formatDeskTime = useDeskTime();
  const done = () => t("sessions.done");
  const revoke = ({ id }: Session) => callDesk(accessOperations.revokeSession, { id }, { done });
  const revokeOthers = () => callDesk(accessOperations.revokeOtherSessions, {}, { done });
  return (
    <>
      <ul className="mb-6 max-w-3xl divide-y divide-line rounded-md border border-line bg-surface">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{formatDevice(t, session)}</p>
              <p className="text-sm text-muted">
                {t("sessions.used", { time: formatDeskTime(session.usedAt) })} ·{" "}
                {t("sessions.started", { time: formatDeskTime(session.startedAt) })}
              </p>
            </div>
            {session.isCurrent ? (
              <Badge look="success">{t("sessions.current")}</Badge>
            ) : (
              <ActionButton
                look="quiet"
                aria-label={t("sessions.revokeLabel", {
                  device: formatDevice(t, session),
                  time: formatDeskTime(session.usedAt),
                })}
                onPress={() => revoke(session)}
              >
                {t("sessions.revoke")}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) ? (
        <ActionButton look="secondary" onPress={revokeOthers}>
          {t("sessions.revokeOthers")}
        </ActionButton>
      ) : (
        <p className="text-muted">{t("sessions.none")}</p>
      )}
    </>
  );
}

function formatDevice(t: DeskText<"auth">, { userAgent }: Session): string {
  const { browser, system } = parseUserAgent(userAgent);
  return t("sessions.device", {
    browser: browser ?? t("sessions.unknownBrowser"),
    system: system ?? t("sessions.unknownSystem"),
  });
}
