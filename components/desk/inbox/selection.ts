"use client";

import { useCallback, useRef, useState } from "react";
import { toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";

/** Keeps the keys of the selected rows. */
export function useSelection(rows: readonly InboxRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<InboxRow | null>(null);
  const select = useCallback(
    (row: InboxRow, isRange: boolean) => {
      const from = isRange ? last.current : null;
      setSelected((before) =>
        toggle(before, rows.map(toSubmissionKey), toSubmissionKey(row), from && toSubmissionKey(from)),
      );
      last.current = row;
    },
    [rows],
  );
  return { selected, select, selectNone: () => setSelected(new Set()) };
}

/** Toggles `key`. With `from`, selects all rows between the two instead. */
function toggle(before: ReadonlySet<string>, keys: readonly string[], key: string, from: string | null): Set<string> {
  const selected = new Set(before);
  const [one, other] = [keys.indexOf(key), from === null ? -1 : keys.indexOf(from)];
  if (other >= 0) {
    for (const between of keys.slice(Math.min(one, other), Math.max(one, other) + 1)) selected.add(between);
  } else if (!selected.delete(key)) selected.add(key);
  return selected;
}
