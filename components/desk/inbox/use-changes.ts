"use client";

import { useMemo, useRef } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { type CallOutcome, call } from "#lib/contract/client.ts";
import { bulkOperations } from "#lib/contract/desk/bulk.ts";
import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import type { SenderBlock } from "#lib/domain/desk/block-list.ts";
import type { BulkItem, ManyResult } from "#lib/domain/desk/bulk.ts";
import type { Owner, Submission } from "#lib/domain/desk/submission.ts";
import type { SubmissionEvent, TimelineEvent } from "#lib/domain/submissions/events.ts";
import { getReasonRule, type Status } from "#lib/domain/submissions/status.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/submission-ref.ts";
import { type InboxData, ReadProblem, toParams } from "./inbox-data.ts";
import type { Ended, Undo, Undos } from "./undos.ts";

export type NewChange =
  | { type: "status"; status: Status; reason?: string; block?: SenderBlock }
  | { type: "owner"; owner: Owner | null };
/** An undo of a change of status is back to `status`. */
export type Change = NewChange | { type: "undo"; status: Status };

type AppliedChange = { ref: SubmissionRef; change: Change };

/** Somebody else was first: `event` is what they did. */
export type Conflict = { ref: SubmissionRef; change: NewChange; event: SubmissionEvent | undefined };

type Listener = {
  /** `undo` is of this change; none for what is an undo itself, or is being undone already. */
  onDone: (applied: AppliedChange, undo: Undo | undefined) => void;
  onConflict: (conflict: Conflict) => void;
  onProblem: (problem: Problem) => void;
  /** Of a single undo. */
  onUndoRefused: (result: ManyResult) => void;
};

type Fields = { status: Status; owner: Owner | null };
type Stored = Fields & { revision: number };
type Changed = { revision: number; event: string | null };

export type StatusEvent = Extract<TimelineEvent, { type: "status" }>;

type PendingChange<Of extends Change = Change> = AppliedChange & {
  change: Of;
  /** Of this change; of an undo, itself. */
  undo: Undo;
  /** The submission as the operator saw it. */
  seen: Submission | undefined;
  before: Fields;
};

/** The pending changes of a submission, in the order in which they are sent. */
type Queue = {
  /** As the service was last seen to have it. */
  stored: Stored;
  /** Sent with the next change: the revision that the change before made, not one that somebody else made since. */
  revision: number;
  changes: PendingChange[];
  sending: Promise<unknown>;
};

export function useChanges(data: InboxData, me: Owner, undos: Undos, listener: Listener) {
  const latest = useRef(listener);
  latest.current = listener;
  return useMemo(
    () =>
      createChanges(data, me, undos, {
        onDone: (...done) => latest.current.onDone(...done),
        onConflict: (conflict) => latest.current.onConflict(conflict),
        onProblem: (problem) => latest.current.onProblem(problem),
        onUndoRefused: (result) => latest.current.onUndoRefused(result),
      }),
    [data, me, undos],
  );
}

/**
 * Changes that are shown at once and taken back where the service refuses them. Those of one submission are sent one
 * after the other.
 */
export function createChanges(data: InboxData, me: Owner, undos: Undos, listener: Listener) {
  const queues = new Map<string, Queue>();

  const reread = async (ref: SubmissionRef): Promise<Submission | undefined> => {
    const submission = await data.reread(ref).catch(() => undefined);
    for (const { change } of queues.get(toSubmissionKey(ref))?.changes ?? []) data.patch(ref, toChangedFields(change));
    return submission;
  };
  /** Once for changes that follow each other; also after a failure, as the service may have stored the change. */
  const rereadAfterLast = async (ref: SubmissionRef): Promise<void> => {
    if (!queues.has(toSubmissionKey(ref))) await reread(ref);
  };

  /** Shows what is stored, unless a later change or something newer is shown. */
  const end = (queue: Queue, pending: PendingChange) => {
    const { ref, change } = pending;
    const { status, owner, revision } = queue.stored;
    queue.changes.shift();
    pending.seen = undefined;
    const isOwner = change.type === "owner";
    const isReplaced = queue.changes.some((later) => (later.change.type === "owner") === isOwner);
    if (!isReplaced) data.patch(ref, isOwner ? { owner } : { status }, revision);
    if (!queue.changes.length && queues.get(toSubmissionKey(ref)) === queue) queues.delete(toSubmissionKey(ref));
  };

  const succeed = (queue: Queue, pending: PendingChange, revision: number) => {
    const { ref, change } = pending;
    pending.before = toFields(queue.stored);
    // An undo may come after a change by somebody else that is not shown here yet.
    const isNext = revision === queue.stored.revision + 1;
    queue.stored = { ...queue.stored, ...toChangedFields(change), revision };
    if (isNext) queue.revision = revision;
    if (isNext) data.patch(ref, { revision }, revision);
    end(queue, pending);
  };

  const fail = (queue: Queue, pending: PendingChange<NewChange>, problem: Problem, event?: SubmissionEvent) => {
    const { ref, change, undo } = pending;
    undos.remove(undo);
    end(queue, pending);
    if (problem.kind === "conflict") listener.onConflict({ ref, change, event });
    else listener.onProblem(problem);
  };

  const send = async (queue: Queue, pending: PendingChange<NewChange>, rereadRevision?: number): Promise<void> => {
    const { ref, change, seen, undo } = pending;
    const outcome = await callChange(ref, change, rereadRevision ?? queue.revision);
    if (outcome.kind === "done") {
      const { revision, event } = outcome.result;
      if (event === null) undos.remove(undo);
      else undo.changes = [{ kind: ref.kind, id: ref.id, event }];
      succeed(queue, pending, revision);
      listener.onDone({ ref, change }, event === null || undo.isUnderWay ? undefined : undo);
      return rereadAfterLast(ref);
    }
    if (outcome.kind !== "conflict") {
      fail(queue, pending, outcome);
      return rereadAfterLast(ref);
    }
    const now = await reread(ref);
    if (!now) return fail(queue, pending, outcome);
    queue.stored = toStored(now);
    const news = listNews(seen, now);
    const isFree = news.length > 0 && news.every((event) => event.type === "note" || event.operatorId === me.id);
    // Sent again if nothing was done that this change could overwrite.
    if (!isFree || rereadRevision !== undefined) return fail(queue, pending, outcome, news.at(-1));
    queue.revision = now.revision;
    return send(queue, pending, now.revision);
  };

  const sendUndo = async (queue: Queue, pending: PendingChange): Ended => {
    const { ref, change, undo } = pending;
    // Nothing is to be undone where the change has failed.
    if (!undo.changes.length) {
      end(queue, pending);
      return true;
    }
    const outcome = await call(bulkOperations.undoChanges, { changes: [...undo.changes] });
    if (outcome.kind !== "done") {
      end(queue, pending);
      listener.onProblem(outcome);
      return undos.fail(undo, outcome);
    }
    const [done] = outcome.result.done;
    if (done) {
      undos.removeChanges(undo.changes);
      succeed(queue, pending, done.revision);
      listener.onDone({ ref, change }, undefined);
    } else {
      undos.remove(undo);
      end(queue, pending);
      listener.onUndoRefused(outcome.result);
    }
    return true;
  };

  /** `known` is undefined for what has left the list and is no longer kept: nothing of it is shown. */
  const enqueue = <Result>(
    known: Stored | undefined,
    pending: PendingChange,
    sendIn: (queue: Queue) => Promise<Result>,
  ): Promise<Result> => {
    const key = toSubmissionKey(pending.ref);
    const stored = known ? toStored(known) : { ...pending.before, revision: -1 };
    const queue: Queue = queues.get(key) ?? {
      stored,
      revision: stored.revision,
      changes: [],
      sending: Promise.resolve(),
    };
    if (known) queues.set(key, queue);
    queue.changes.push(pending);
    data.patch(pending.ref, toChangedFields(pending.change));
    const sent = queue.sending.then(() => sendIn(queue));
    queue.sending = sent.catch(() => undefined);
    return sent;
  };

  const applyUndo = (ref: SubmissionRef, undo: Undo, toChange: () => Change, newerUndos: Ended): Ended => {
    const known = data.getKnown(ref);
    const before = known ? toFields(known) : { status: "new" as const, owner: null };
    const pending: PendingChange = { ref, change: toChange(), undo, seen: undefined, before };
    return enqueue(known, pending, async (queue) => {
      const isNext = await newerUndos;
      pending.change = toChange();
      if (!isNext) {
        undos.keep(undo);
        end(queue, pending);
      }
      const hasEnded = isNext && (await sendUndo(queue, pending));
      // Not awaited: until the end is told, the next try would wait for this one's outcome.
      void rereadAfterLast(ref);
      return hasEnded;
    });
  };

  const start = (known: Stored, ref: SubmissionRef, change: NewChange) => {
    if (isSame(known, change)) return;
    const undo: Undo = undos.add({
      statusRef: change.type === "status" ? ref : undefined,
      run: (newerUndos) => applyUndo(ref, undo, () => toInverse(pending), newerUndos),
    });
    const seen = data.getSubmission(ref);
    const pending = { ref, change, undo, seen, before: toFields(known) };
    void enqueue(known, pending, (queue) => send(queue, pending));
  };

  return {
    reread,
    apply: (ref: SubmissionRef, change: NewChange) => {
      const known = data.getKnown(ref);
      if (known) start(known, ref, change);
      // It has left the list, and what was read of it is no longer kept.
      else
        void data.reread(ref).then(
          (read) => start(read, ref, change),
          (error) => listener.onProblem(toProblem(error)),
        );
    },
    /**
     * Undoes the last change of status on the timeline, also of somebody else, or that which this tab has made since.
     */
    undoStatus: (ref: SubmissionRef, { id: event, details: { from } }: StatusEvent) => {
      const undo: Undo =
        undos.findStatus(ref, event) ??
        undos.add({
          statusRef: ref,
          changes: [{ kind: ref.kind, id: ref.id, event }],
          run: (newerUndos) => applyUndo(ref, undo, () => ({ type: "undo", status: from }), newerUndos),
        });
      undos.undo(undo);
    },
    /** Waits for the pending changes of these. @returns them with the revisions that those have made */
    afterPending: async (items: readonly BulkItem[]): Promise<readonly BulkItem[]> => {
      const pending = items.map((item) => ({ item, queue: queues.get(toSubmissionKey(item)) }));
      await Promise.all(pending.map(({ queue }) => queue?.sending));
      return pending.map(({ item, queue }) => ({ ...item, revision: queue?.revision ?? item.revision }));
    },
  };
}

function toProblem(error: unknown): Problem {
  return error instanceof ReadProblem ? error.problem : { kind: "no_answer" };
}

function toStored({ status, owner, revision }: Stored): Stored {
  return { status, owner, revision };
}

function toFields({ status, owner }: Fields): Fields {
  return { status, owner };
}

function toChangedFields(change: Change): Partial<Fields> {
  return change.type === "owner" ? { owner: change.owner } : { status: change.status };
}

function isSame(known: Fields, change: NewChange): boolean {
  return change.type === "owner" ? known.owner?.id === change.owner?.id : known.status === change.status;
}

function toInverse({ change, before }: PendingChange): Change {
  return change.type === "owner" ? { type: "owner", owner: before.owner } : { type: "undo", status: before.status };
}

function callChange(ref: SubmissionRef, change: NewChange, revision: number): Promise<CallOutcome<Changed>> {
  const options = { params: toParams(ref) };
  if (change.type === "owner") {
    return call(inboxOperations.changeOwner, { ...ref, revision, owner: change.owner?.id ?? "none" }, options);
  }
  const reason = getReasonRule(change.status) === "none" ? undefined : change.reason;
  const { status, block } = change;
  return call(inboxOperations.changeStatus, { ...ref, revision, status, reason, block }, options);
}

/** What happened to a submission since it was last shown. */
function listNews(seen: Submission | undefined, now: Submission): TimelineEvent[] {
  const known = new Set(seen?.timeline.map(readId));
  const isNews = (event: SubmissionEvent): event is TimelineEvent =>
    "id" in event && !known.has(event.id) && event.type !== "seen" && event.type !== "mail";
  return now.timeline.filter(isNews);
}

const readId = (event: SubmissionEvent) => ("id" in event ? event.id : event.type);
