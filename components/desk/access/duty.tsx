"use client";

import { useTimeZone } from "next-intl";
import { useState } from "react";
import { Chooser, TextPrompt } from "#components/ui/prompts.tsx";
import { accessOperations } from "#lib/domain/access/sign-in.ts";
import { type Duty, toReturnTime } from "#lib/domain/submissions/core/duty.ts";
import { useDeskDateFormat, useDeskText } from "#lib/i18n/desk-text.ts";
import { useCommands } from "../commands/commands.tsx";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { HeadedSection } from "../core/facts.tsx";

/** Null for the signed-in operator. */
type Other = { id: string; name: string } | null;
type Change = { state: "on" | "off"; until?: string };

export function useDutyDayFormat(): (time: Date) => string {
  const formatDate = useDeskDateFormat();
  return (time) => formatDate(time, { dateStyle: "medium" });
}

function useChangeDuty(other: Other) {
  const t = useDeskText("assignment");
  const callDesk = useDeskCall();
  const formatDay = useDutyDayFormat();
  const timeZone = useTimeZone() ?? "UTC";
  return ({ state, until }: Change) => {
    const start = until === undefined ? null : toReturnTime(until, new Date(), timeZone);
    const duty = state === "on" ? "On" : start ? "OffUntil" : "Off";
    const texts = { name: other?.name ?? "", day: start ? formatDay(start) : "" };
    const done = () => t(other ? `duty.other${duty}` : `duty.you${duty}`, texts);
    if (other) return callDesk(accessOperations.changeOperatorDuty, { id: other.id, state, until }, { done });
    return callDesk(accessOperations.changeDuty, { state, until }, { done });
  };
}

function DutyDayPrompt({ other, onClose }: { other: Other; onClose: () => void }) {
  const t = useDeskText("assignment");
  const changeDuty = useChangeDuty(other);
  const timeZone = useTimeZone() ?? "UTC";
  return (
    <TextPrompt
      title={other ? t("duty.dayOther", { name: other.name }) : t("duty.day")}
      type="date"
      save={t("duty.save")}
      findFault={(day) => (toReturnTime(day, new Date(), timeZone) ? undefined : t("duty.refused"))}
      onSave={(until) => changeDuty({ state: "off", until })}
      onClose={onClose}
    />
  );
}

export function DutyButtons({ duty: { isOnDuty }, other }: { duty: Duty; other: Other }) {
  const t = useDeskText("assignment");
  const changeDuty = useChangeDuty(other);
  const [asksDay, setAsksDay] = useState(false);
  const label = (action: string) => (other ? t("duty.label", { action, name: other.name }) : undefined);
  const state = isOnDuty ? "off" : "on";
  const texts = other ? ({ on: "putOn", off: "putOff" } as const) : ({ on: "goOn", off: "goOff" } as const);
  const now = t(`duty.${texts[state]}`);
  const until = t(other ? "duty.putOffUntil" : "duty.goOffUntil");
  const look = other ? "quiet" : "secondary";
  return (
    <>
      <ActionButton text={now} look={look} label={label(now)} onPress={() => changeDuty({ state })} />
      <ActionButton text={until} look={look} label={label(until)} onPress={() => setAsksDay(true)} />
      {asksDay && <DutyDayPrompt other={other} onClose={() => setAsksDay(false)} />}
    </>
  );
}

export function OwnDuty({ duty }: { duty: Duty }) {
  const t = useDeskText("assignment");
  return (
    <HeadedSection id="duty-title" title={t("duty.title")} className="mb-10 max-w-3xl" hint={t("duty.intro")}>
      <p className="mb-4 font-semibold">
        <DutyState duty={duty} isOwn />
      </p>
      <div className="flex flex-wrap gap-3">
        <DutyButtons duty={duty} other={null} />
      </div>
    </HeadedSection>
  );
}

type StateProps = { duty: Duty; isOwn?: boolean };

export function DutyState({ duty: { isOnDuty, offDutyUntil }, isOwn = false }: StateProps) {
  const t = useDeskText("assignment");
  const formatDay = useDutyDayFormat();
  if (isOnDuty) return t(isOwn ? "duty.youOn" : "duty.on");
  if (!offDutyUntil) return t(isOwn ? "duty.youOff" : "duty.off");
  return t(isOwn ? "duty.youOffUntil" : "duty.offUntil", { day: formatDay(offDutyUntil) });
}

export function DutyCommand() {
  const t = useDeskText("assignment");
  const changeDuty = useChangeDuty(null);
  const [dialog, setDialog] = useState<"state" | "day" | null>(null);
  useCommands([{ id: "duty", text: t("duty.command"), run: () => setDialog("state") }]);
  if (dialog === "day") return <DutyDayPrompt other={null} onClose={() => setDialog(null)} />;
  if (dialog !== "state") return null;
  return (
    <Chooser
      title={t("duty.command")}
      emptyText={t("duty.nothing")}
      hasNumbers
      choices={[
        { id: "on", text: t("duty.goOn"), run: () => changeDuty({ state: "on" }) },
        { id: "off", text: t("duty.goOff"), run: () => changeDuty({ state: "off" }) },
        { id: "until", text: t("duty.goOffUntil"), run: () => setDialog("day") },
      ]}
      onClose={() => setDialog(null)}
    />
  );
}
