"use client";

import { useState } from "react";
import type { Owner } from "#lib/domain/desk/submission.ts";
import {
  closedStatuses,
  getNextStatus,
  getReasonRule,
  listOtherStatuses,
  reasonMax,
  type Status,
} from "#lib/domain/submissions/status.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { type Choice, Chooser } from "../commands/chooser.tsx";
import { TextPrompt } from "../commands/text-prompt.tsx";
import { OwnerMark, StatusMark } from "../status-mark.tsx";
import type { Change } from "./use-changes.ts";

export type Asked = "status" | "finish" | "owner" | null;

type Props = {
  asked: Asked;
  subject: { status: Status; owner: Owner | null };
  owners: readonly Owner[];
  me: Owner;
  onChange: (change: Change) => void;
  onClose: () => void;
};

/** The step of the work that comes next is the first choice: Enter takes it. */
export function ChangeDialogs({ asked, subject, owners, me, onChange, onClose }: Props) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const [explained, setExplained] = useState<"won" | "lost" | null>(null);
  const choose = (status: Status) => {
    if ((status === "won" || status === "lost") && getReasonRule(status) !== "none") setExplained(status);
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
        cancel={t("cancel")}
        findFault={(text, isTooLong) => {
          if (isTooLong) return inbox("fault.too_long", { max: reasonMax });
          return text === "" && getReasonRule(explained) === "required" ? inbox("fault.reason") : undefined;
        }}
        onSave={(text) => onChange({ type: "status", status: explained, ...(text ? { reason: text } : {}) })}
        onClose={() => setExplained(null)}
      />
    );
  }
  if (asked === "status" || asked === "finish") {
    const others = listOtherStatuses(subject.status);
    const next = getNextStatus(subject.status);
    const inOrder = next ? [next, ...others.filter((status) => status !== next)] : others;
    const shown =
      asked === "status" ? inOrder : others.filter((status) => closedStatuses.some((one) => one === status));
    return (
      <Chooser
        title={t(asked === "status" ? "change.statusTitle" : "change.closeTitle")}
        emptyText={t("filter.none")}
        hasNumbers
        choices={shown.map(toChoice)}
        onClose={onClose}
      />
    );
  }
  if (asked === "owner") {
    const others = owners.filter(({ id }) => id !== me.id);
    const choices = [
      { owner: me, text: t("change.me", { name: me.name }) },
      ...others.map((owner) => ({ owner, text: owner.name })),
    ].filter(({ owner }) => owner.id !== subject.owner?.id);
    return (
      <Chooser
        title={t("change.ownerTitle")}
        emptyText={t("filter.none")}
        hasNumbers
        choices={[
          ...choices.map(
            ({ owner, text }): Choice => ({
              id: owner.id,
              text,
              mark: <OwnerMark name={owner.name} label="" />,
              run: () => onChange({ type: "owner", owner }),
            }),
          ),
          ...(subject.owner
            ? [{ id: "none", text: t("change.nobody"), run: () => onChange({ type: "owner", owner: null }) }]
            : []),
        ]}
        onClose={onClose}
      />
    );
  }
  return null;
}
