"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useInboxData } from "../core/inbox-data.ts";
import { useNotice } from "../core/notice.tsx";
import { useChangeTexts } from "./change-texts.ts";
import { Changes, type Listener } from "./changes.ts";

/**
 * Provides the changes of this tab, and shows a notice about each outcome. @param onStored called for a single
 * submission
 */
export function useChanges(onStored: (ref: SubmissionRef) => void) {
  const t = useDeskText("list");
  const { formatResult, formatUndone, formatConflict } = useChangeTexts();
  const notify = useNotice();
  const client = useQueryClient();
  const data = useInboxData();
  const latest = useRef<Listener>(null);
  const changes = useMemo(
    () =>
      new Changes(client, data, {
        onDone: (...done) => latest.current?.onDone(...done),
        onConflict: (...conflict) => latest.current?.onConflict(...conflict),
        onUndone: (...undone) => latest.current?.onUndone(...undone),
        onProblem: (problem) => latest.current?.onProblem(problem),
      }),
    [client, data],
  );
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
