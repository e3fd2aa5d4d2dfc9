"use client";

import { type ReactNode, useState } from "react";
import type { BulkChange, BulkItem } from "#lib/domain/desk/bulk.ts";
import type { InboxRow, Owner, OwnerChoice } from "#lib/domain/desk/submission.ts";
import { formatReference, type SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { useCommands } from "../commands/commands.tsx";
import { type BulkAsked, BulkBar } from "./bulk-bar.tsx";
import { SnoozeChooser } from "./snooze-chooser.tsx";
import type { Undos } from "./undos.ts";
import { useBulk } from "./use-bulk.ts";

type Props = {
  chosen: readonly InboxRow[];
  onClear: () => void;
  /** The submission that keys are for while none is chosen. */
  subject: (BulkItem & Pick<InboxRow, "snoozedUntil" | "repeatOf">) | null | undefined;
  owners: readonly OwnerChoice[];
  me: Owner;
  undos: Undos;
  afterPending: Parameters<typeof useBulk>[1];
  onChanged: (refs: readonly SubmissionRef[]) => Promise<unknown>;
};

type Many = {
  /** False if none is chosen: then the question is about one submission. */
  ask: (what: BulkAsked) => boolean;
  /** Gives the chosen ones to the operator. */
  take: () => boolean;
  bar: ReactNode;
};

/** What is done with the chosen rows, and snoozing, also of one. */
export function useMany({ chosen, onClear, subject, owners, me, undos, afterPending, onChanged }: Props): Many {
  const t = useDeskText("triage");
  const formatTime = useDeskTime();
  const [asked, setAsked] = useState<BulkAsked>(null);
  const { apply } = useBulk(undos, afterPending, ({ done }) => onChanged(done));
  const isMany = chosen.length > 0;

  const change = async (next: BulkChange) => {
    onClear();
    await apply(chosen, next);
  };
  const snooze = (until: Date | null) => {
    if (!subject) return;
    const reference = formatReference(subject);
    const done = until ? t("snooze.done", { reference, time: formatTime(until) }) : t("snooze.backDone", { reference });
    void apply([subject], { type: "snooze", until }, done);
  };
  useCommands([
    {
      id: "snooze",
      text: t("snooze.key"),
      keys: "h",
      run: () => (isMany || (subject && subject.repeatOf === null)) && setAsked("snooze"),
    },
  ]);
  return {
    ask: (what) => {
      if (isMany) setAsked(what);
      return isMany;
    },
    take: () => {
      if (isMany) void change({ type: "owner", owner: me.id });
      return isMany;
    },
    bar: isMany ? (
      <BulkBar
        rows={chosen}
        owners={owners}
        me={me}
        asked={asked}
        onAsk={setAsked}
        onChange={change}
        onClear={onClear}
      />
    ) : (
      <SnoozeChooser
        isAsked={asked === "snooze"}
        isSnoozed={Boolean(subject?.snoozedUntil)}
        onChoose={snooze}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
