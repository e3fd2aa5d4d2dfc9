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

/** As `afterPending` of `createChanges`: what was changed in this tab a moment ago is no conflict. */
type AfterPending = (items: readonly BulkItem[]) => Promise<readonly BulkItem[]>;

/** Changes of many submissions, and of one where the list has no way of its own. */
export function useBulk(undos: Undos, afterPending: AfterPending, onChanged: Listener["onChanged"]) {
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
      const refused = formatUndoRefused(t, result);
      notify(refused ? { refused } : { done: t("bulk.undone", { count: result.done.length }) });
    },
    onProblem: (problem) => notify({ problem }),
  };
  return useMemo(
    () =>
      createBulk(undos, afterPending, {
        onChanged: async (result) => latest.current?.onChanged(result),
        onDone: (...done) => latest.current?.onDone(...done),
        onUndone: (result) => latest.current?.onUndone(result),
        onProblem: (problem) => latest.current?.onProblem(problem),
      }),
    [undos, afterPending],
  );
}

export function createBulk(undos: Undos, afterPending: AfterPending, listener: Listener) {
  const store = async (known: readonly BulkItem[], change: BulkChange, undo: Undo) => {
    const items = [...(await afterPending(known))];
    const outcome = await call(bulkOperations.changeMany, { items, change: toInput(change) });
    if (outcome.kind !== "done" || !outcome.result.done.length) undos.remove(undo);
    else undo.changes = outcome.result.done.map(({ kind, id, event }) => ({ kind, id, event }));
    return outcome;
  };

  const sendUndo = async (undo: Undo): Promise<boolean> => {
    const { changes } = undo;
    const outcome = await call(bulkOperations.undoChanges, { changes: [...changes] });
    if (outcome.kind !== "done") {
      listener.onProblem(outcome);
      return undos.fail(undo, outcome);
    }
    undos.removeChanges(changes);
    await listener.onChanged(outcome.result);
    listener.onUndone(outcome.result);
    return true;
  };

  const apply = async (targets: readonly BulkItem[], change: BulkChange, doneText?: string): Promise<void> => {
    const items = targets.slice(0, bulkMax).map(({ kind, id, revision }) => ({ kind, id, revision }));
    if (!items.length) return;
    const undo = undos.add({
      run: async (newerUndos) => {
        await storing;
        if (await newerUndos) return undo.changes.length === 0 || sendUndo(undo);
        undos.keep(undo);
        return false;
      },
    });
    const storing = store(items, change, undo);
    const outcome = await storing;
    if (outcome.kind !== "done") return listener.onProblem(outcome);
    await listener.onChanged(outcome.result);
    const isUndoable = undo.changes.length > 0 && !undo.isUnderWay;
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
function formatRefused(t: DeskText<"triage">, { done, refused }: ManyResult): string | undefined {
  return formatUndoRefused(t, { done, refused: refused.filter(({ reason }) => reason !== "unchanged") });
}

/** Why some were not undone; undefined when all were. */
export function formatUndoRefused(t: DeskText<"triage">, { done, refused }: ManyResult): string | undefined {
  if (!refused.length) return undefined;
  const reasons = (["conflict", "not_found", "repeat", "unchanged", "owner_gone"] as const).flatMap((reason) => {
    const those = refused.filter((each) => each.reason === reason);
    if (!those.length) return [];
    const names = [...new Set(those.flatMap(({ by }) => by ?? []))].join(", ");
    return [t(`bulk.${reason}`, { references: those.map(formatReference).join(", "), names })];
  });
  return [t("bulk.refused", { done: done.length, refused: refused.length }), ...reasons].join(" ");
}
