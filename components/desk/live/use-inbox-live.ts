"use client";

import { useState } from "react";
import type { LiveMessage, Viewer } from "#lib/domain/desk/live.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { useLive } from "./use-live.ts";
import { useViewing } from "./use-viewing.ts";

/** More than these are read as one list. */
const rereadMax = 5;

const toKey = ({ kind, id }: SubmissionRef) => `${kind} ${id}`;
const noneNew: ReadonlySet<string> = new Set();
/** These add a row to the list, take one away or move one. */
const movingChanges = ["snooze", "returned", "repeated", "separated"];

type Data = {
  getKnown: (ref: SubmissionRef) => { revision: number } | undefined;
  reread: (ref: SubmissionRef) => Promise<unknown>;
  refreshList: () => Promise<unknown>;
  refresh: () => Promise<unknown>;
};

/**
 * Keeps the list and the open submission as they are on the server. What is new is counted, so that rows do not move under
 * the operator's hands, until it is asked for.
 */
export function useInboxLive(data: Data, openRef: SubmissionRef | null, onChange: () => void) {
  const [fresh, setFresh] = useState(noneNew);
  const [viewers, setViewers] = useState<Viewer[]>([]);
  useViewing(openRef);
  const showNew = () => {
    setFresh(noneNew);
    return data.refreshList();
  };
  useLive((messages) => {
    const seen = messages.findLast((message) => message.type === "viewers");
    if (seen?.type === "viewers") setViewers(seen.viewers);
    const changes = messages.filter((message) => message.type !== "viewers");
    if (!changes.length) return;
    onChange();
    if (changes.some(({ type }) => type === "reload")) {
      setFresh(noneNew);
      return void data.refresh();
    }
    const isNews = (message: SubmissionRef & { revision: number }) => {
      const known = data.getKnown(message);
      return known !== undefined && known.revision < message.revision;
    };
    const changed = changes.filter((message) => message.type === "changed");
    const refs = new Map(changed.filter(isNews).map((message) => [toKey(message), message]));
    const isMoving = changed.some(({ change }) => movingChanges.includes(change));
    if (isMoving || refs.size > rereadMax) {
      for (const ref of refs.values()) if (openRef && toKey(ref) === toKey(openRef)) void data.reread(ref);
      return void showNew();
    }
    for (const ref of refs.values()) void data.reread(ref).catch(() => undefined);
    const added = changes.filter((message) => message.type === "submitted" && !data.getKnown(message));
    if (added.length) setFresh((before) => new Set([...before, ...added.flatMap(listKeys)]));
  });
  return { newCount: fresh.size, showNew, viewers };
}

const listKeys = (message: LiveMessage) => ("kind" in message ? [toKey(message)] : []);
