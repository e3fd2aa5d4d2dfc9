"use client";

import { useMemo, useRef } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { call } from "#lib/contract/client.ts";
import { bulkOperations } from "#lib/contract/desk/bulk.ts";
import { type BulkChange, type BulkItem, bulkMax, type ManyResult } from "#lib/domain/desk/bulk.ts";
import { formatReference } from "#lib/domain/submissions/submission-ref.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { useNotice } from "../notice.tsx";
import type { Undo, Undos } from "./undos.ts";

type Listener = {
  /** Reads again what was changed. */
  onChanged: (result: ManyResult) => Promise<unknown>;
  /** `undo` is of what was changed, if anything was. */
  onDone: (result: ManyResult, undo: Undo | undefined, doneText: string | undefined) => void;
  onUndone: (result: ManyResult) => void;
  onProblem: (problem: Problem) => void;
};

/** Changes of many submissions, and of one where the list has no way of its own. */
export function useBulk(undos: Undos, onChanged: Listener["onChanged"]) {
  const t = useDeskText("triage");
  const notify = useNotice();
  const latest = useRef<Listener>(null);
  latest.current = {
    onChanged,
    onDone: (result, undo, doneText) => {
      const refused = formatRefused(t, result);
      const actions = undo ? [{ text: t("bulk.undo"), keys: "z", run: () => undos.undo(undo) }] : [];
      if (refused) return notify({ refused, actions });
      notify({ done: doneText ?? t("bulk.done", { count: result.done.length }), actions });
    },
    onUndone: (result) => {
      const refused = formatRefused(t, result);
      notify(refused ? { refused } : { done: t("bulk.undone", { count: result.done.length }) });
    },
    onProblem: (problem) => notify({ problem }),
  };
  return useMemo(
    () =>
      createBulk(undos, {
        onChanged: async (result) => latest.current?.onChanged(result),
        onDone: (...done) => latest.current?.onDone(...done),
        onUndone: (result) => latest.current?.onUndone(result),
        onProblem: (problem) => latest.current?.onProblem(problem),
      }),
    [undos],
  );
}

export function createBulk(undos: Undos, listener: Listener) {
  const followAll = (done: readonly BulkItem[]) => {
    for (const item of done) undos.follow(item, { revision: item.revision - 1 }, item.revision);
  };

  const store = async (items: BulkItem[], change: BulkChange, undo: Undo) => {
    const outcome = await call(bulkOperations.changeMany, { items, change: toInput(change) });
    if (outcome.kind !== "done" || !outcome.result.done.length) undos.remove(undo);
    if (outcome.kind !== "done") return outcome;
    followAll(outcome.result.done);
    undo.items = outcome.result.done;
    return outcome;
  };

  const sendUndo = async (undo: Undo, change: BulkChange) => {
    const outcome = await call(bulkOperations.undoMany, { items: [...undo.items] });
    if (outcome.kind !== "done") {
      undos.fail(undo, outcome);
      return listener.onProblem(outcome);
    }
    undos.remove(undo);
    const { done } = outcome.result;
    followAll(done);
    if (change.type === "status") for (const ref of done) undos.removeStatus(ref);
    await listener.onChanged(outcome.result);
    listener.onUndone(outcome.result);
  };

  const apply = async (targets: readonly BulkItem[], change: BulkChange, doneText?: string): Promise<void> => {
    const items = targets.slice(0, bulkMax).map(({ kind, id, revision }) => ({ kind, id, revision }));
    if (!items.length) return;
    const run = async () => {
      await storing;
      if (undo.items.length) await sendUndo(undo, change);
    };
    const undo = undos.add({ run });
    const storing = store(items, change, undo);
    const outcome = await storing;
    if (outcome.kind !== "done") return listener.onProblem(outcome);
    await listener.onChanged(outcome.result);
    const isUndoable = undo.items.length > 0 && !undo.isUnderWay;
    listener.onDone(outcome.result, isUndoable ? undo : undefined, doneText);
  };
  return { apply };
}

type ChangeInput = Parameters<
  typeof call<(typeof bulkOperations.changeMany)["input"], (typeof bulkOperations.changeMany)["output"]>
>[1]["change"];

/** As the form of the operation takes it: times are texts. */
function toInput(change: BulkChange): ChangeInput {
  return change.type === "snooze" ? { type: "snooze", until: change.until?.toISOString() ?? null } : change;
}

/** Why some were not changed; undefined when all were, or were so already. */
function formatRefused(t: DeskText<"triage">, { done, refused: all }: ManyResult): string | undefined {
  const refused = all.filter(({ reason }) => reason !== "unchanged");
  if (!refused.length) return undefined;
  const reasons = (["conflict", "not_found", "repeat"] as const).flatMap((reason) => {
    const those = refused.filter((each) => each.reason === reason);
    if (!those.length) return [];
    const names = [...new Set(those.flatMap(({ by }) => by ?? []))].join(", ");
    return [t(`bulk.${reason}`, { references: those.map(formatReference).join(", "), names })];
  });
  return [t("bulk.refused", { done: done.length, refused: refused.length }), ...reasons].join(" ");
}
