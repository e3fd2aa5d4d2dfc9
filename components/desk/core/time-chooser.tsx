"use client";

import { useTimeZone } from "next-intl";
import { type ReactNode, useState } from "react";
import { type Choice, Chooser, TextPrompt } from "#components/ui/prompts.tsx";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { isExistingDay } from "#lib/domain/schema-kit.ts";
import { listLaterTimes, parseWallTime, toMorningTime } from "#lib/domain/time-zone.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";

type Props = {
  isOpen: boolean;
  title: string;
  hours: number;
  daysMax: number;
  /** The prompt for another time. A date means nine o'clock of that day. */
  other: { type: "date" | "datetime-local"; text: string; title: string; save: string; fault: string };
  more?: readonly Choice[];
  emptyText?: string;
  onChoose: (at: Date) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** Keep it mounted while its list is closed: it then prompts for another time. Times are in the company's time zone. */
export function TimeChooser(props: Props) {
  const { isOpen, title, hours, daysMax, other, more = [], emptyText, onChoose, onClose, children } = props;
  const t = useDeskText("triage");
  const formatTime = useDeskTimeFormat();
  const timeZone = useTimeZone() ?? "UTC";
  const [asksOther, setAsksOther] = useState(false);
  const parse = (text: string) => {
    const at =
      other.type === "date" ? isExistingDay(text) && toMorningTime(text, timeZone) : parseWallTime(text, timeZone);
    const wait = at ? at.getTime() - Date.now() : 0;
    return at && wait > 0 && wait <= daysMax * dayMilliseconds ? at : null;
  };
  if (asksOther) {
    return (
      <TextPrompt
        title={other.title}
        type={other.type}
        save={other.save}
        findFault={(text) => (parse(text) ? undefined : other.fault)}
        onSave={(text) => {
          const at = parse(text);
          if (at) onChoose(at);
        }}
        onClose={() => setAsksOther(false)}
      />
    );
  }
  if (!isOpen) return null;
  const times = listLaterTimes(new Date(), { hours, timeZone }).map(
    ({ choice, at }): Choice => ({
      id: choice,
      text: t(`snooze.${choice}`, { hours }),
      detail: formatTime(at),
      run: () => onChoose(at),
    }),
  );
  return (
    <Chooser
      title={title}
      emptyText={emptyText}
      hasNumbers
      choices={[...times, { id: "other", text: other.text, run: () => setAsksOther(true) }, ...more]}
      onClose={onClose}
    >
      {children}
    </Chooser>
  );
}
