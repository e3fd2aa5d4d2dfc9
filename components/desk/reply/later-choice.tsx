"use client";

import { useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { listLaterTimes, parseWallTime } from "#lib/domain/submissions/core/later-times.ts";
import { laterDaysMax } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";

/** `dueAt`: deadline of the promised reply, if the person is still waiting. */
type Props = { timeZone: string; dueAt: Date | null; onChoose: (at: string) => unknown };

const hours = 2;
const choices = ["hours", "tomorrow", "monday"] as const;

/** Offers times to send the reply later. Times are in the company's zone, whatever the operator's zone is. */
export function LaterChoice({ timeZone, dueAt, onChoose }: Props) {
  const t = useDeskText("reply");
  const formatDeskTime = useDeskTime();
  const [chosen, setChosen] = useState("");
  const [isFaulty, setIsFaulty] = useState(false);
  // Compute the time when the button is pressed, not when it is shown.
  const chooseTime = (choice: (typeof choices)[number]) => {
    const time = listLaterTimes(new Date(), { hours, timeZone }).find((each) => each.choice === choice);
    if (time) onChoose(time.at.toISOString());
  };
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
        {choices.map((choice) => (
          <button key={choice} type="button" className={buttonClass("secondary")} onClick={() => chooseTime(choice)}>
            {t(`later.${choice}`, { hours })}
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
        <div className="max-w-sm min-w-0">
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
      <p className="text-sm text-muted">
        {t("later.note")} {dueAt && t("later.due", { due: formatDeskTime(dueAt) })}
      </p>
    </div>
  );
}
