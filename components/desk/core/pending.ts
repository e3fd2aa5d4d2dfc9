"use client";

import { useMutationState } from "@tanstack/react-query";
import { useMemo } from "react";
import type { StoredChange } from "#lib/domain/submissions/changes/changes.ts";
import type { Status } from "#lib/domain/submissions/core/status.ts";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import type { SenderBlock } from "#lib/domain/submissions/spam/block-list.ts";

export type NewChange =
  | { type: "status"; status: Status; reason?: string; block?: SenderBlock }
  | { type: "owner"; owner: Owner | null }
  | { type: "snooze"; until: Date | null };

export type ChangeFields = Pick<InboxRow, "status" | "owner" | "snoozedUntil">;
export type SeenSubmission = SubmissionRef & ChangeFields;

export type MadeChange = {
  readonly change: NewChange;
  /** The submissions as they were before the change. */
  items: readonly SeenSubmission[];
  /** Null until the change is stored; afterwards, the stored changes that have not been undone. */
  stored: readonly StoredChange[] | null;
  isUndoing: boolean;
};

/** With `undo`, reverts the change of one submission or of all. */
export type ChangeStep = { made: MadeChange; undo?: SubmissionRef | "all" };

export const stepKey = ["change"] as const;

export const isSameSubmission = (one: SubmissionRef, other: SubmissionRef) =>
  one.kind === other.kind && one.id === other.id;

export function toFields(change: NewChange): Partial<ChangeFields> {
  if (change.type === "status") return { status: change.status };
  return change.type === "owner" ? { owner: change.owner } : { snoozedUntil: change.until };
}

export function toFieldsBefore(
  { type }: NewChange,
  { status, owner, snoozedUntil }: ChangeFields,
): Partial<ChangeFields> {
  return { status: { status }, owner: { owner }, snooze: { snoozedUntil } }[type];
}

export type PendingFields = ReadonlyMap<string, Partial<ChangeFields>>;

export function toPending(steps: readonly ChangeStep[]): PendingFields {
  const pending = new Map<string, Partial<ChangeFields>>();
  for (const { made, undo } of steps) {
    for (const item of made.items) {
      if (undo && undo !== "all" && !isSameSubmission(undo, item)) continue;
      const fields = undo ? toFieldsBefore(made.change, item) : toFields(made.change);
      pending.set(toSubmissionKey(item), { ...pending.get(toSubmissionKey(item)), ...fields });
    }
  }
  return pending;
}

export function usePending(): PendingFields {
  const steps = useMutationState({
    filters: { mutationKey: stepKey, status: "pending" },
    select: ({ state }) => state.variables as ChangeStep,
  });
  return useMemo(() => toPending(steps), [steps]);
}

export function withPending<Known extends SeenSubmission>(known: Known, pending: PendingFields): Known {
  const fields = pending.get(toSubmissionKey(known));
  return fields ? { ...known, ...fields } : known;
}
