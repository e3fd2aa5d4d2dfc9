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
import { type InboxData, toKey, toParams } from "./inbox-data.ts";
import { hasOnlyNotesSince, type Undo, Undos } from "./undos.ts";

export type Change =
  | { type: "status"; status: Status; reason?: string; block?: SenderBlock }
  | { type: "owner"; owner: Owner | null }
  | { type: "undo"; status: Status };

type Done = { ref: SubmissionRef; change: Change; isUndo: boolean };
type Sent = Done & { undo?: Undo<Change> | undefined };

/** Somebody else was first: `event` is what they did. */
export type Conflict = Done & { event: SubmissionEvent | undefined };

type Listener = {
  onDone: (done: Done) => void;
  onConflict: (conflict: Conflict) => void;
  onProblem: (problem: Problem) => void;
};

/**
 * Changes that are shown at once and taken back where the service refuses them. Those of one submission go one after the
 * other, since each names the revision that the one before has made, and none a revision that came in between.
 */
export function useChanges(data: InboxData, me: Owner, listener: Listener) {
  const listening = useRef(listener);
  listening.current = listener;
  return useMemo(() => {
    const lines = new Map<string, Promise<number>>();
    const waiting = new Map<string, number>();
    const count = (ref: SubmissionRef, by: 1 | -1) => {
      const left = (waiting.get(toKey(ref)) ?? 0) + by;
      waiting.set(toKey(ref), left);
      return left;
    };
    const undos = new Undos<Change>();

    /** @returns the revision that the next one of the line follows */
    const send = async ({ undo, ...done }: Sent, from: Seen, isAgain = false): Promise<number> => {
      const { ref, change, isUndo } = done;
      const outcome = await callChange(ref, change, from.revision);
      if (outcome.kind === "done") {
        const { revision } = outcome.result;
        const known = data.getSubmission(ref);
        undos.follow(ref, known?.revision === from.revision ? known : from, revision);
        data.patch(ref, { ...toShown(change), revision });
        if (!isUndo) undos.add({ ref, change: toUndo(change, from.shown), revision });
        listening.current.onDone(done);
        // Once for changes that follow each other.
        if (count(ref, -1) === 0) await data.reread(ref).catch(() => undefined);
        return revision;
      }
      count(ref, -1);
      data.patch(ref, from.shown);
      if (outcome.kind !== "conflict") {
        if (undo) undos.putBack(undo, outcome);
        listening.current.onProblem(outcome);
        return from.revision;
      }
      const now = await data.reread(ref).catch(() => undefined);
      const news = now ? listNews(isUndo ? undefined : from.submission, now) : [];
      const isFree = isUndo
        ? now && hasOnlyNotesSince(now, from.revision)
        : news.length && news.every((event) => event.type === "note" || event.operatorId === me.id);
      // Nothing was done that this change could overwrite.
      if (now && !isAgain && isFree) {
        data.patch(ref, toShown(change));
        count(ref, 1);
        return send({ ...done, undo }, { ...from, revision: now.revision }, true);
      }
      listening.current.onConflict({ ...done, event: news.at(-1) });
      return from.revision;
    };

    const apply = (ref: SubmissionRef, change: Change, undo?: Undo<Change>) => {
      const known = data.getKnown(ref);
      const isUndo = undo !== undefined;
      if (!known || (!isUndo && isSame(known, change))) return;
      const from = {
        ...{ shown: { status: known.status, owner: known.owner }, submission: data.getSubmission(ref) },
        revision: undo?.revision ?? known.revision,
      };
      data.patch(ref, toShown(change));
      const isBehind = count(ref, 1) > 1 && !isUndo;
      const key = toKey(ref);
      const before = lines.get(key) ?? Promise.resolve(from.revision);
      const line = before.then((made) =>
        send({ ref, change, isUndo, undo }, isBehind ? { ...from, revision: made } : from),
      );
      lines.set(key, line);
    };

    return {
      apply: (ref: SubmissionRef, change: Change) => apply(ref, change),
      /** Takes the last change of this tab back. */
      undoLast: () => {
        const last = undos.pop();
        if (last) apply(last.ref, last.change, last);
        return last !== undefined;
      },
    };
  }, [data, me]);
}

type Shown = { status: Status; owner: Owner | null };
/** As it was when the operator changed it. */
type Seen = { shown: Shown; submission: Submission | undefined; revision: number };

function toShown(change: Change): Partial<Shown> {
  return change.type === "owner" ? { owner: change.owner } : { status: change.status };
}

function isSame(known: Shown, change: Change): boolean {
  return change.type === "owner" ? known.owner?.id === change.owner?.id : known.status === change.status;
}

function toUndo(change: Change, before: Shown): Change {
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
