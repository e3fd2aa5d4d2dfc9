"use client";

import { formatReference, type SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskFormats, useDeskText } from "#lib/i18n/desk-text.ts";
import { formatActor, formatEvent } from "../submission/timeline.tsx";
import type { Change, Conflict } from "./use-changes.ts";

/** What the notices say of a change. */
export function useChangeTexts() {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const formats = useDeskFormats();
  const formatDone = (ref: SubmissionRef, change: Change) => {
    const reference = formatReference(ref);
    if (change.type === "owner") {
      const { owner } = change;
      return owner ? t("change.ownerDone", { reference, owner: owner.name }) : t("change.ownerNoneDone", { reference });
    }
    const status = inbox(`status.${change.status}`);
    return t(change.type === "undo" ? "change.undone" : "change.statusDone", { reference, status });
  };
  const formatConflict = ({ ref, change, event }: Conflict) => {
    if (!event) return t("change.conflict", { reference: formatReference(ref) });
    const what = formatEvent(inbox, event, formats);
    const texts = { actor: formatActor(inbox, event), event: what, time: formats.formatTime(event.at) };
    if (change.type === "owner") return t("change.conflictOwner", texts);
    return t("change.conflictStatus", { ...texts, status: inbox(`status.${change.status}`) });
  };
  return { formatDone, formatConflict };
}
