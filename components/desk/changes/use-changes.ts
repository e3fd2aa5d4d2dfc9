"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { ChangeResult } from "#lib/domain/submissions/changes/changes.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference, type SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskFormats, useDeskText } from "#lib/i18n/desk-text.ts";
import { formatActor, formatEvent } from "../core/event-texts.ts";
import { type MadeChange, type NewChange, type SeenSubmission, useInboxData } from "../core/inbox-data.ts";
import { useNotice } from "../core/notice.tsx";
import { ChangeQueue, type Listener } from "./changes.ts";

/** Shows a notice about each outcome. @param onStored called if a change or an undo affects only one submission */
export function useChanges(operatorId: string, onStored: (ref: SubmissionRef) => void) {
  const t = useDeskText("list");
  const { formatResult, formatUndone, formatConflict } = useChangeTexts();
  const notify = useNotice();
  const client = useQueryClient();
  const data = useInboxData();
  const latest = useRef<Listener>(null);
  const changes = useMemo(() => new ChangeQueue(client, data, latest, operatorId), [client, data, operatorId]);
  const reportStored = ([ref, ...others]: readonly SubmissionRef[]) => ref && !others.length && onStored(ref);
  latest.current = {
    onDone: (made, result) => {
      reportStored(made.items);
      const isUndoable = result.done.length > 0 && !made.isUndoing;
      const actions = isUndoable ? [{ text: t("change.undo"), keys: "z", run: () => changes.undo(made) }] : [];
      notify({ ...formatResult(made, result), actions });
    },
    onConflict: (made, now) => {
      const anyway = now && { text: t("change.anyway"), run: () => changes.apply([now], made.change) };
      notify({ refused: formatConflict(made, now), actions: anyway ? [anyway] : [] });
    },
    onUndone: (made, result) => {
      reportStored(result.done);
      notify(formatUndone(made, result));
    },
    onProblem: (problem) => notify({ problem }),
  };
  return changes;
}

function useChangeTexts() {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const triage = useDeskText("triage");
  const formats = useDeskFormats();

  const formatOwner = (reference: string, owner: SeenSubmission["owner"]) =>
    owner ? t("change.ownerDone", { reference, owner: owner.name }) : t("change.ownerNoneDone", { reference });
  const formatSnooze = (reference: string, until: Date | null) =>
    until && until > new Date()
      ? triage("snooze.done", { reference, time: formats.formatTime(until) })
      : triage("snooze.backDone", { reference });

  const formatDoneChange = (reference: string, change: NewChange): string => {
    if (change.type === "owner") return formatOwner(reference, change.owner);
    if (change.type === "snooze") return formatSnooze(reference, change.until);
    return t("change.statusDone", { reference, status: inbox(`status.${change.status}`) });
  };
  const formatUndoneChange = (type: NewChange["type"], seen: SeenSubmission): string => {
    const reference = formatReference(seen);
    if (type === "owner") return formatOwner(reference, seen.owner);
    if (type === "snooze") return formatSnooze(reference, seen.snoozedUntil);
    return t("change.undone", { reference, status: inbox(`status.${seen.status}`) });
  };
  const formatRefusals = ({ done, refused }: ChangeResult): string | undefined => {
    if (!refused.length) return undefined;
    const reasons = (["conflict", "not_found", "repeat", "unchanged", "owner_gone", "closed"] as const).flatMap(
      (reason) => {
        const those = refused.filter((each) => each.reason === reason);
        if (!those.length) return [];
        const names = [...new Set(those.flatMap(({ by }) => by ?? []))].join(", ");
        return [triage(`bulk.${reason}`, { references: those.map(formatReference).join(", "), names })];
      },
    );
    return [triage("bulk.refused", { done: done.length, refused: refused.length }), ...reasons].join(" ");
  };

  return {
    /** Counts a submission as done if it already had the new value. */
    formatResult: ({ change, items }: MadeChange, { done, refused }: ChangeResult) => {
      const refusal = formatRefusals({ done, refused: refused.filter(({ reason }) => reason !== "unchanged") });
      if (refusal) return { refused: refusal };
      const [item, ...others] = items;
      if (!item || others.length) return { done: triage("bulk.done", { count: done.length }) };
      return { done: formatDoneChange(formatReference(item), change) };
    },
    formatUndone: ({ change, items }: MadeChange, result: ChangeResult) => {
      const refusal = formatRefusals(result);
      if (refusal) return { refused: refusal };
      const [first, ...others] = result.done;
      const item = items.find(({ kind, id }) => kind === first?.kind && id === first.id);
      if (!item || others.length) return { done: triage("bulk.undone", { count: result.done.length }) };
      return { done: formatUndoneChange(change.type, item) };
    },
    formatConflict: ({ change, items: [item] }: MadeChange, now: Submission | undefined) => {
      const event = now?.timeline.findLast(({ type }) => type === change.type);
      if (!event) return t("change.conflict", { reference: item ? formatReference(item) : "" });
      const what = formatEvent(inbox, event, formats);
      const texts = { actor: formatActor(inbox, event), event: what, time: formats.formatTime(event.at) };
      if (change.type === "status") {
        return t("change.conflictStatus", { ...texts, status: inbox(`status.${change.status}`) });
      }
      return t(change.type === "owner" ? "change.conflictOwner" : "change.conflictSnooze", texts);
    },
  };
}
