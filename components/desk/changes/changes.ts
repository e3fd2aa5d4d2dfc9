import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import type { Problem } from "#components/forms/use-form.ts";
import { call } from "#lib/contract/client.ts";
import { type ChangeResult, changeOperations, type StoredChange } from "#lib/domain/submissions/changes/changes.ts";
import type { TimelineEvent } from "#lib/domain/submissions/core/events.ts";
import { takesReason } from "#lib/domain/submissions/core/status.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, selectionMax } from "#lib/domain/submissions/core/submission-ref.ts";
import {
  type CallProblem,
  type ChangeFields,
  type ChangeStep,
  type InboxData,
  isSameSubmission,
  type MadeChange,
  type NewChange,
  requireResult,
  type SeenSubmission,
  stepKey,
  toChangedFields,
  toPreviousFields,
} from "../core/inbox-data.ts";

type StatusEvent = Extract<TimelineEvent, { type: "status" }>;

export type Listener = {
  onDone: (made: MadeChange, result: ChangeResult) => void;
  /** Called instead of `onDone` if somebody else changed a single submission first. `now`: undefined if unreadable. */
  onConflict: (made: MadeChange, now: Submission | undefined) => void;
  onUndone: (made: MadeChange, result: ChangeResult) => void;
  onProblem: (problem: Problem) => void;
};

type ListenerRef = { readonly current: Listener | null };

const madeMax = 100;
const transientKinds: Problem["kind"][] = ["no_answer", "unavailable", "rate_limited", "unauthorized"];

/** Shows changes at once and sends them in order. Undos are in the same queue, so unsent changes can be undone. */
export class ChangeQueue {
  /** Changes that can be undone, oldest first. */
  #made: readonly MadeChange[];
  readonly #operatorId: string;
  readonly #data: InboxData;
  readonly #listener: ListenerRef;
  readonly #steps: MutationObserver<ChangeResult | null, CallProblem, ChangeStep>;

  constructor(client: QueryClient, data: InboxData, listener: ListenerRef, operatorId: string) {
    this.#made = readUndoHistory(operatorId);
    this.#operatorId = operatorId;
    this.#data = data;
    this.#listener = listener;
    this.#steps = new MutationObserver<ChangeResult | null, CallProblem, ChangeStep>(client, {
      mutationKey: stepKey,
      scope: { id: "changes" },
      // Without a network, changes fail at once, so that none is sent hours later.
      networkMode: "always",
      mutationFn: async (step) => {
        if (!step.undo) return requireResult(await call(changeOperations.changeSubmissions, toRequestInput(step.made)));
        const changes = listChangesToUndo(step);
        return changes.length ? requireResult(await call(changeOperations.undoChanges, { changes })) : null;
      },
      onSuccess: (result, step) =>
        result && (step.undo ? this.#handleUndone(result, step) : this.#handleStored(result, step.made)),
      onError: ({ problem }, { made, undo }) =>
        undo ? this.#handleUndoFailure(problem, made) : this.#handleFailure(problem, made),
    });
  }

  apply(seen: readonly SeenSubmission[], change: NewChange): void {
    // A submission that has the status already may get a new reason, and the sender of spam may be blocked.
    const isMore =
      change.type === "status" && (change.block !== undefined || (seen.length === 1 && change.reason !== undefined));
    const items = seen.filter((item) => isMore || !hasSameFields(item, toChangedFields(change))).slice(0, selectionMax);
    if (!items.length) return;
    const made = this.#add({ change, items, stored: null, isUndoing: false });
    this.#steps.mutate({ made }).catch(() => undefined);
  }

  undo(made: MadeChange, what: SubmissionRef | "all" = "all"): boolean {
    if (made.isUndoing || !this.#made.includes(made)) return false;
    made.isUndoing = true;
    this.#steps.mutate({ made, undo: what }).catch(() => undefined);
    return true;
  }

  undoLast(): boolean {
    const last = this.#made.findLast(({ isUndoing }) => !isUndoing);
    return last !== undefined && this.undo(last);
  }

  /** Undoes the given status change, even if somebody else made it or this tab has made other changes since. */
  undoStatus(seen: SeenSubmission, { id, details }: StatusEvent): void {
    const isSeen = (each: SubmissionRef) => isSameSubmission(each, seen);
    const last = this.#made.findLast(({ change, items }) => change.type === "status" && items.some(isSeen));
    const isLater = last && (last.stored?.some((each) => isSeen(each) && BigInt(each.event) >= BigInt(id)) ?? true);
    if (isLater) return void this.undo(last, seen);
    const { from, to: status } = details;
    const stored = [{ kind: seen.kind, id: seen.id, event: id }];
    const change = { type: "status", status } as const;
    this.undo(this.#add({ change, items: [{ ...seen, status: from }], stored, isUndoing: false }));
  }

  #add(made: MadeChange): MadeChange {
    this.#made = [...this.#made, made].slice(-madeMax);
    return made;
  }

  #forget(made: MadeChange): void {
    this.#made = this.#made.filter((other) => other !== made);
    storeUndoHistory(this.#operatorId, this.#made);
  }

  #handleStored(result: ChangeResult, made: MadeChange): void {
    made.stored = result.done;
    if (result.done.length) storeUndoHistory(this.#operatorId, this.#made);
    else this.#forget(made);
    this.#show(made, result, () => toChangedFields(made.change));
    const read = this.#data.refreshSubmissions(made.items);
    const isConflict = made.items.length === 1 && result.refused[0]?.reason === "conflict";
    if (isConflict) void read.then(([now]) => this.#listener.current?.onConflict(made, now));
    else this.#listener.current?.onDone(made, result);
  }

  #handleFailure(problem: Problem, made: MadeChange): void {
    this.#forget(made);
    // Rebase later changes of the same type onto the state before the failed one.
    const later = this.#made.filter(({ change, stored }) => change.type === made.change.type && !stored);
    for (const each of later) each.items = each.items.map((item) => revertFields(item, made));
    this.#report(problem, made);
  }

  #handleUndone(result: ChangeResult, step: ChangeStep): void {
    const { made } = step;
    const events = new Set(listChangesToUndo(step).map(({ event }) => event));
    made.isUndoing = false;
    for (const each of this.#made) each.stored = each.stored?.filter(({ event }) => !events.has(event)) ?? null;
    this.#made = this.#made.filter(({ stored }) => stored?.length !== 0);
    storeUndoHistory(this.#operatorId, this.#made);
    this.#show(made, result, (item) => toPreviousFields(made.change, item));
    void this.#data.refreshSubmissions(made.items);
    this.#listener.current?.onUndone(made, result);
  }

  #handleUndoFailure(problem: Problem, made: MadeChange): void {
    // Also drops queued undos, because older changes cannot be undone before this one.
    if (transientKinds.includes(problem.kind)) for (const each of this.#made) each.isUndoing = false;
    else this.#forget(made);
    this.#report(problem, made);
  }

  /** Reads the submissions again, because the service may have stored the change despite the problem. */
  #report(problem: Problem, made: MadeChange): void {
    void this.#data.refreshSubmissions(made.items);
    this.#listener.current?.onProblem(problem);
  }

  #show({ items }: MadeChange, { done }: ChangeResult, toShown: (item: SeenSubmission) => Partial<ChangeFields>): void {
    for (const item of items)
      if (done.some((ref) => isSameSubmission(ref, item))) this.#data.patch(item, toShown(item));
  }
}

/** Empty if the change or an earlier undo has failed. */
function listChangesToUndo({ made, undo }: ChangeStep): StoredChange[] {
  if (!made.isUndoing || !made.stored) return [];
  return made.stored.filter((stored) => undo === "all" || (undo && isSameSubmission(undo, stored)));
}

/** Reverts the fields that the change has set, unless they have changed again. */
function revertFields(seen: SeenSubmission, { change, items }: MadeChange): SeenSubmission {
  const found = items.find((item) => isSameSubmission(item, seen));
  return found && hasSameFields(seen, toChangedFields(change)) ? { ...seen, ...toPreviousFields(change, found) } : seen;
}

function hasSameFields(seen: ChangeFields, { status, owner, snoozedUntil }: Partial<ChangeFields>): boolean {
  if (status !== undefined) return seen.status === status;
  if (owner !== undefined) return seen.owner?.id === owner?.id;
  return seen.snoozedUntil?.getTime() === snoozedUntil?.getTime();
}

type Input = Parameters<typeof call<(typeof changeOperations.changeSubmissions)["input"], never>>[1];

function toRequestInput({ change, items }: MadeChange): Input {
  const toItems = <From>(toFrom: (item: SeenSubmission) => From) =>
    items.map((item) => ({ kind: item.kind, id: item.id, from: toFrom(item) }));
  switch (change.type) {
    case "status": {
      const { type, status, block } = change;
      const reason = takesReason(status) ? change.reason : undefined;
      return { type, items: toItems((item) => item.status), status, reason, block };
    }
    case "owner":
      return { type: change.type, items: toItems(({ owner }) => owner?.id ?? null), owner: change.owner?.id ?? null };
    case "snooze": {
      const toIsoText = (time: Date | null) => time?.toISOString() ?? null;
      return {
        type: change.type,
        items: toItems(({ snoozedUntil }) => toIsoText(snoozedUntil)),
        until: toIsoText(change.until),
      };
    }
  }
}

const toStorageKey = (operatorId: string) => `desk.changes.${operatorId}`;

/** Reads changes that can be undone after a reload. Like drafts of replies, they are stored until the tab is closed. */
function readUndoHistory(operatorId: string): MadeChange[] {
  try {
    return JSON.parse(sessionStorage.getItem(toStorageKey(operatorId)) ?? "[]", reviveDate);
  } catch {
    // Storage is disabled, or the page is rendered on the server.
    return [];
  }
}

/** Stores only the fields that an undo needs, because items may be whole rows with personal data. */
function storeUndoHistory(operatorId: string, all: readonly MadeChange[]): void {
  const kept = all
    .filter(({ stored }) => stored)
    .map((made) => {
      const items = made.items.map(({ kind, id, status, owner, snoozedUntil }) => {
        return { kind, id, status, owner, snoozedUntil };
      });
      return { ...made, items, isUndoing: false };
    });
  try {
    sessionStorage.setItem(toStorageKey(operatorId), JSON.stringify(kept));
  } catch {
    // Storage is disabled or full: the changes can be undone until the page is left.
  }
}

function reviveDate(name: string, value: unknown): unknown {
  return (name === "snoozedUntil" || name === "until") && typeof value === "string" ? new Date(value) : value;
}
