"use client";

import { useState } from "react";
import { type Choice, Chooser, TextPrompt } from "#components/ui/prompts.tsx";
import { snoozeDaysMax } from "#lib/domain/submissions/changes/changes.ts";
import { getCurrentDuty } from "#lib/domain/submissions/core/duty.ts";
import {
  type ExplainedStatus,
  getNextStatus,
  getReasonRule,
  isClosed,
  reasonMax,
  type Status,
  statuses,
  takesReason,
} from "#lib/domain/submissions/core/status.ts";
import type { Owner, OwnerChoice } from "#lib/domain/submissions/core/submission.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { SenderBlock, toSenderBlock } from "#lib/domain/submissions/spam/block-list.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { DutyState } from "../access/duty.tsx";
import { OwnerMark, StatusMark } from "../core/badges.tsx";
import type { NewChange } from "../core/inbox-data.ts";
import { TimeChooser } from "../core/time-chooser.tsx";

export type DialogName = "status" | "finish" | "owner" | "snooze" | null;

type Props = {
  dialog: DialogName;
  subjects: readonly Pick<InboxRow, "status" | "owner" | "snoozedUntil" | "email">[];
  owners: readonly OwnerChoice[];
  me: Owner;
  onChange: (change: NewChange) => void;
  onClose: () => void;
};

export function ChangeDialogs({ dialog, subjects, owners, me, onChange, onClose }: Props) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const [explained, setExplained] = useState<ExplainedStatus | null>(null);
  const [subject] = subjects;
  const choose = (status: Status) => {
    if (takesReason(status)) setExplained(status);
    else onChange({ type: "status", status });
  };
  const toChoice = (status: Status): Choice => ({
    id: status,
    text: inbox(`status.${status}`),
    mark: <StatusMark status={status} />,
    run: () => choose(status),
  });
  if (explained) {
    return (
      <TextPrompt
        title={t(`change.reason.${explained}`)}
        max={reasonMax}
        save={t("save")}
        findFault={(text, isTooLong) => {
          if (isTooLong) return inbox("fault.too_long", { max: reasonMax });
          return text === "" && getReasonRule(explained) === "required" ? inbox("fault.reason") : undefined;
        }}
        onSave={(text) => onChange({ type: "status", status: explained, ...(text ? { reason: text } : {}) })}
        onClose={() => setExplained(null)}
      />
    );
  }
  if (!subject) return null;
  if (dialog === "status" || dialog === "finish") {
    const isLone = subjects.length === 1;
    const others = statuses.filter(
      (status) => (isLone && takesReason(status)) || subjects.some((each) => each.status !== status),
    );
    const next = getNextStatus(subject.status);
    const inOrder = next ? [next, ...others.filter((status) => status !== next)] : others;
    const shown = dialog === "status" ? inOrder : others.filter(isClosed);
    const blocks =
      dialog === "finish" && others.includes("spam") ? listBlockChoices(spam, isLone ? subject.email : null) : [];
    return (
      <Chooser
        title={t(dialog === "status" ? "change.statusTitle" : "change.closeTitle")}
        hasNumbers
        choices={[
          ...shown.map(toChoice),
          ...blocks.map(
            ([block, text]): Choice => ({
              id: block,
              text,
              mark: <StatusMark status="spam" />,
              run: () => onChange({ type: "status", status: "spam", block }),
            }),
          ),
        ]}
        onClose={onClose}
      />
    );
  }
  if (dialog === "owner") {
    const isMe = ({ id }: Owner) => id === me.id;
    const choices = [...owners.filter(isMe), ...owners.filter((owner) => !isMe(owner))].filter(({ id }) =>
      subjects.some(({ owner }) => owner?.id !== id),
    );
    return (
      <Chooser
        title={t("change.ownerTitle")}
        hasNumbers
        choices={[
          ...choices.map(({ id, name, ...loaded }): Choice => {
            // Computes the duty now, because the page may have been open for days.
            const duty = getCurrentDuty(loaded, new Date());
            return {
              id,
              text: id === me.id ? t("change.me", { name }) : name,
              mark: <OwnerMark name={name} label="" />,
              ...(duty.isOnDuty ? {} : { detail: <DutyState duty={duty} /> }),
              run: () => onChange({ type: "owner", owner: { id, name } }),
            };
          }),
          ...(subjects.some(({ owner }) => owner)
            ? [{ id: "none", text: t("change.nobody"), run: () => onChange({ type: "owner", owner: null }) }]
            : []),
        ]}
        onClose={onClose}
      />
    );
  }
  return (
    <SnoozeChooser
      isOpen={dialog === "snooze"}
      isSnoozed={subjects.some(({ snoozedUntil }) => snoozedUntil !== null)}
      onChoose={(until) => onChange({ type: "snooze", until })}
      onClose={onClose}
    />
  );
}

function listBlockChoices(t: DeskText<"spam">, email: string | null): [SenderBlock, string][] {
  return SenderBlock.options.flatMap((type): [SenderBlock, string][] => {
    if (email === null) return [[type, t(type === "address" ? "choice.addresses" : "choice.domains")]];
    const block = toSenderBlock(type, email);
    return block ? [[type, t(`choice.${type}`, { value: block.value })]] : [];
  });
}

type SnoozeProps = Pick<Props, "onClose"> & {
  isOpen: boolean;
  isSnoozed: boolean;
  onChoose: (until: Date | null) => void;
};

function SnoozeChooser({ isSnoozed, onChoose, ...props }: SnoozeProps) {
  const t = useDeskText("triage");
  const back = { id: "back", text: t("snooze.back"), run: () => onChoose(null) };
  return (
    <TimeChooser
      {...props}
      title={t("snooze.title")}
      hours={3}
      daysMax={snoozeDaysMax}
      other={{
        type: "date",
        text: t("snooze.day"),
        title: t("snooze.dayTitle"),
        save: t("snooze.key"),
        fault: t("snooze.refused"),
      }}
      more={isSnoozed ? [back] : []}
      emptyText={t("bulk.none")}
      onChoose={onChoose}
    />
  );
}
