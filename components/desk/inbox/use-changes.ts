"use client";

import { useMemo, useRef } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { type CallOutcome, call } from "#lib/contract/client.ts";
import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import type { SenderBlock } from "#lib/domain/desk/block-list.ts";
import type { Owner, Submission } from "#lib/domain/desk/submission.ts";
import type { SubmissionEvent, TimelineEvent } from "#lib/domain/submissions/events.ts";
import { getReasonRule, type Status } from "#lib/domain/submissions/status.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { type InboxData, ReadProblem, toKey, toParams } from "./inbox-data.ts";
import { hasOnlyNotesSince, type Undo, type Undos } from "./undos.ts";

export type Change =
  | { type: "status"; status: Status; reason?: string; block?: SenderBlock }
  | { type: "owner"; owner: Owner | null }
  | { type: "undo"; status: Status };

type AppliedChange = { ref: SubmissionRef; change: Change; isUndo: boolean };

/** Somebody else was first: `event` is what they did. */
export type Conflict = AppliedChange & { event: SubmissionEvent | undefined };

type Listener = {
  /** `undo` is of this change; none for what is an undo itself, or is being undone already. */
  onDone: (applied: AppliedChange, undo: Undo | undefined) => void;
  onConflict: (conflict: Conflict) => void;
  onProblem: (problem: Problem) => void;
};

type PendingChange = AppliedChange & {
  /** The submission as the operator saw it. */
  seen: Submission | undefined;
  /** Of this change; of an undo, itself. */
  undo: Undo | undefined;
  inverse: Change;
  /** The change that this one undoes. */
  undone: PendingChange | undefined;
};

type Fields = { status: Status; owner: Owner | null };
type Stored = Fields & { revision: number };

/** The pending changes of a submission, in the order in which they are sent. */
type Queue = {
  /** As the service was last seen to have it. */
  stored: Stored;
  /** Sent with the next change: the revision that the change before made, not one that somebody else made since. */
  revision: number;
  changes: PendingChange[];
  sending: Promise<void>;
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
      }),
    [data, me, undos],
  );
}

/**
 * Changes that are shown at once and taken back where the service refuses them. Those of one submission are sent one after
 * the other.
 */
export function createChanges(data: InboxData, me: Owner, undos: Undos, listener: Listener) {
  const queues = new Map<string, Queue>();

  const reread = async (ref: SubmissionRef): Promise<Submission | undefined> => {
    const submission = await data.reread(ref).catch(() => undefined);
    for (const { change } of queues.get(toKey(ref))?.changes ?? []) data.patch(ref, toFields(change));
    return submission;
  };
  /** Once for changes that follow each other; also after a failure, as the service may have stored the change. */
  const rereadAfterLast = async (ref: SubmissionRef): Promise<void> => {
    if (!queues.has(toKey(ref))) await reread(ref);
  };

  /** Shows what is stored, unless a later change or something newer is shown. */
  const end = (queue: Queue, { ref, change }: PendingChange) => {
    const { status, owner, revision } = queue.stored;
    queue.changes.shift();
    const isOwner = change.type === "owner";
    const isReplaced = queue.changes.some((later) => (later.change.type === "owner") === isOwner);
    if (!isReplaced) data.patch(ref, isOwner ? { owner } : { status }, revision);
    if (!queue.changes.length) queues.delete(toKey(ref));
  };

  const succeed = (queue: Queue, pending: PendingChange, from: number, revision: number) => {
    const { ref, change, isUndo, undo } = pending;
    const known = data.getSubmission(ref);
    undos.follow(ref, known?.revision === from ? known : { revision: from }, revision);
    if (isUndo && undo) undos.remove(undo);
    if (change.type === "undo") undos.removeStatus(ref);
    if (!isUndo && undo) undo.items = [{ ...ref, revision }];
    pending.inverse = toInverse(change, queue.stored);
    queue.stored = { ...queue.stored, ...toFields(change), revision };
    queue.revision = revision;
    data.patch(ref, { revision }, revision);
    end(queue, pending);
    listener.onDone({ ref, change, isUndo }, isUndo || undo?.isUnderWay ? undefined : undo);
  };

  const fail = (queue: Queue, pending: PendingChange, problem: Problem, event?: SubmissionEvent) => {
    const { ref, change, isUndo, undo } = pending;
    if (undo && isUndo) undos.fail(undo, problem);
    else if (undo) undos.remove(undo);
    end(queue, pending);
    if (problem.kind === "conflict") listener.onConflict({ ref, change, isUndo, event });
    else listener.onProblem(problem);
  };

  const send = async (queue: Queue, pending: PendingChange, rereadRevision?: number): Promise<void> => {
    const { ref, isUndo, seen, undone } = pending;
    const item = undone?.undo?.items[0];
    if (undone && !item) {
      // The change that it undoes has failed.
      end(queue, pending);
      return rereadAfterLast(ref);
    }
    if (undone) pending.change = undone.inverse;
    const from = rereadRevision ?? item?.revision ?? queue.revision;
    const outcome = await callChange(ref, pending.change, from);
    if (outcome.kind !== "conflict") {
      if (outcome.kind === "done") succeed(queue, pending, from, outcome.result.revision);
      else fail(queue, pending, outcome);
      return rereadAfterLast(ref);
    }
    const now = await reread(ref);
    if (!now) return fail(queue, pending, outcome);
    queue.stored = toStored(now);
    const news = listNews(isUndo ? undefined : seen, now);
    const isFree = isUndo
      ? hasOnlyNotesSince(now, from)
      : news.length > 0 && news.every((event) => event.type === "note" || event.operatorId === me.id);
    // Sent again if nothing was done that this change could overwrite.
    if (!isFree || rereadRevision !== undefined) return fail(queue, pending, outcome, news.at(-1));
    queue.revision = now.revision;
    return send(queue, pending, now.revision);
  };

  const start = (known: Stored, ref: SubmissionRef, change: Change, undone?: PendingChange) => {
    const isUndo = undone !== undefined || change.type === "undo";
    if (!isUndo && isSame(known, change)) return;
    const last = isUndo && !undone ? undos.findStatus(ref) : undefined;
    // The change on screen may still fail; the undo must not be of an older one then.
    if (last && !last.items.length) return void undos.undo(last);
    const key = toKey(ref);
    const queue: Queue = queues.get(key) ?? {
      ...{ stored: toStored(known), revision: known.revision },
      ...{ changes: [], sending: Promise.resolve() },
    };
    queues.set(key, queue);
    const pending: PendingChange = {
      ...{ ref, change, isUndo, undone, undo: undone?.undo ?? last },
      ...{ seen: data.getSubmission(ref), inverse: toInverse(change, known) },
    };
    const statusOf = change.type === "status" ? ref : undefined;
    if (!isUndo) pending.undo = undos.add({ statusOf, run: () => apply(ref, pending.inverse, pending) });
    else if (last) last.isUnderWay = true;
    queue.changes.push(pending);
    data.patch(ref, toFields(change));
    queue.sending = queue.sending.then(() => send(queue, pending));
  };

  const apply = async (ref: SubmissionRef, change: Change, undone?: PendingChange): Promise<void> => {
    const known = data.getKnown(ref);
    if (known) return start(known, ref, change, undone);
    // It has left the list, and what was read of it is no longer kept.
    try {
      start(await data.reread(ref), ref, change, undone);
    } catch (error) {
      const problem: Problem = error instanceof ReadProblem ? error.problem : { kind: "no_answer" };
      if (undone?.undo) undos.fail(undone.undo, problem);
      listener.onProblem(problem);
    }
  };

  return { apply: (ref: SubmissionRef, change: Change) => void apply(ref, change) };
}

function toStored({ status, owner, revision }: Stored): Stored {
  return { status, owner, revision };
}

function toFields(change: Change): Partial<Fields> {
  return change.type === "owner" ? { owner: change.owner } : { status: change.status };
}

function isSame(known: Fields, change: Change): boolean {
  return change.type === "owner" ? known.owner?.id === change.owner?.id : known.status === change.status;
}

function toInverse(change: Change, before: Fields): Change {
  return change.type === "owner" ? { type: "owner", owner: before.owner } : { type: "undo", status: before.status };
}

function callChange(ref: SubmissionRef, change: Change, revision: number): Promise<CallOutcome<{ revision: number }>> {
  const options = { params: toParams(ref) };
  if (change.type === "undo") return call(inboxOperations.undoStatus, { ...ref, revision }, options);
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
