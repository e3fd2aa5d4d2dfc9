"use client";

import { useRef } from "react";
import { call } from "#lib/contract/client.ts";
import { bulkOperations } from "#lib/contract/desk/bulk.ts";
import { type BulkItem, bulkMax, type ManyChange, type ManyResult } from "#lib/domain/desk/bulk.ts";
import { formatReference } from "#lib/domain/submissions/submission-ref.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { useNotice } from "../notice.tsx";

/** As the form of the operation takes it: times are texts. */
type Change = Parameters<
  typeof call<(typeof bulkOperations.changeMany)["input"], (typeof bulkOperations.changeMany)["output"]>
>[1]["change"];
export type BulkChangeInput = Change;
export type BulkTarget = BulkItem;

/** Changes of many submissions, and of one where the list has no way of its own. `onChanged` reads them again. */
export function useBulk(onChanged: (result: ManyResult) => Promise<unknown>) {
  const t = useDeskText("triage");
  const notify = useNotice();
  const last = useRef<BulkItem[]>([]);

  const undo = async (items: BulkItem[]) => {
    const none: BulkItem[] = [];
    last.current = none;
    const outcome = await call(bulkOperations.undoMany, { items });
    if (outcome.kind !== "done") {
      // It can be tried again, unless something was changed meanwhile.
      if (last.current === none) last.current = items;
      return notify({ problem: outcome });
    }
    const { done } = outcome.result;
    await onChanged(outcome.result);
    const refused = formatRefused(t, outcome.result);
    notify(refused ? { refused } : { done: t("bulk.undone", { count: done.length }) });
  };
  /** Takes the last change of this tab back. */
  const undoLast = () => {
    const items = last.current;
    if (items.length) void undo(items);
    return items.length > 0;
  };
  const apply = async (targets: readonly BulkTarget[], change: ManyChange["change"], doneText?: string) => {
    const items = targets.slice(0, bulkMax).map(({ kind, id, revision }) => ({ kind, id, revision }));
    if (!items.length) return;
    const outcome = await call(bulkOperations.changeMany, { items, change: toInput(change) });
    if (outcome.kind !== "done") return notify({ problem: outcome });
    const { done } = outcome.result;
    last.current = done;
    await onChanged(outcome.result);
    const refused = formatRefused(t, outcome.result);
    const actions = done.length ? [{ text: t("bulk.undo"), keys: "z", run: undoLast }] : [];
    if (refused) return notify({ refused, actions });
    notify({ done: doneText ?? t("bulk.done", { count: done.length }), actions });
  };
  return {
    apply,
    undoLast,
    /** Something else was changed since. */
    forget: () => {
      last.current = [];
    },
  };
}

function toInput(change: ManyChange["change"]): Change {
  return change.type === "snooze" ? { type: "snooze", until: change.until?.toISOString() ?? null } : change;
}

/** Why some were not changed; undefined when all were, or were so already. */
function formatRefused(t: DeskText<"triage">, { done, refused }: ManyResult): string | undefined {
  const told = refused.filter(({ reason }) => reason !== "unchanged");
  if (!told.length) return undefined;
  const reasons = (["conflict", "not_found", "repeat"] as const).flatMap((reason) => {
    const those = told.filter((each) => each.reason === reason);
    if (!those.length) return [];
    const names = [...new Set(those.flatMap(({ by }) => by ?? []))].join(", ");
    return [t(`bulk.${reason}`, { references: those.map(formatReference).join(", "), names })];
  });
  return [t("bulk.refused", { done: done.length, refused: told.length }), ...reasons].join(" ");
}
