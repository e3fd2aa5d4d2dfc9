"use client";

import { useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { laterDaysMax } from "#lib/domain/desk/reply.ts";
import { dayMilliseconds, hourMilliseconds } from "#lib/domain/durations.ts";
import { toDay, wallTimeIn } from "#lib/domain/time-zone.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = { timeZone: string; onChoose: (at: string) => unknown };

/** A time in the company's zone, whatever the operator's. */
export function LaterChoice({ timeZone, onChoose }: Props) {
  const t = useDeskText("reply");
  const [chosen, setChosen] = useState("");
  const [isFaulty, setIsFaulty] = useState(false);
  const choices = [
    ["hours", () => new Date(Date.now() + 2 * hourMilliseconds)],
    ["tomorrow", () => morningAfter(1, timeZone)],
    ["monday", () => morningAfter(daysUntilMonday(timeZone), timeZone)],
  ] as const;
  const send = () => {
    const at = parseWallTime(chosen, timeZone);
    const wait = at ? at.getTime() - Date.now() : 0;
    const isTaken = at !== null && wait > 0 && wait <= laterDaysMax * dayMilliseconds;
    setIsFaulty(!isTaken);
    if (isTaken) onChoose(at.toISOString());
  };
  return (
    <div className="space-y-3 rounded-sm border border-line bg-paper px-4 py-3">
      <div className="flex flex-wrap gap-2">
        {choices.map(([name, getTime]) => (
          <button
            key={name}
            type="button"
            className={buttonClass("secondary")}
            onClick={() => onChoose(getTime().toISOString())}
          >
            {t(`later.${name}`)}
          </button>
        ))}
      </div>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="min-w-0">
          <Field
            id="reply-later"
            type="datetime-local"
            label={t("later.at", { zone: timeZone.replace(/^.*\//, "").replaceAll("_", " ") })}
            error={isFaulty ? t("later.fault", { days: laterDaysMax }) : undefined}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
        <button type="submit" className={buttonClass("secondary")}>
          {t("later.send")}
        </button>
      </form>
      <p className="text-sm text-muted">{t("later.note")}</p>
    </div>
  );
}

const morningMinutes = 9 * 60;

function morningAfter(days: number, timeZone: string): Date {
  const [year = 0, month = 1, day = 1] = toDay(new Date(), timeZone).split("-").map(Number);
  return wallTimeIn(timeZone)(year, month - 1, day + days, morningMinutes);
}

/** One to seven. */
function daysUntilMonday(timeZone: string): number {
  return (8 - new Date(`${toDay(new Date(), timeZone)}T00:00:00Z`).getUTCDay()) % 7 || 7;
}

function parseWallTime(text: string, timeZone: string): Date | null {
  const [, year, month, day, hours, minutes] = (/^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  return wallTimeIn(timeZone)(year, month - 1, day, (hours ?? 0) * 60 + (minutes ?? 0));
}
