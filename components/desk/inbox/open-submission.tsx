"use client";

import { useEffect, useLayoutEffect } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { call } from "#lib/contract/client.ts";
import type { Owner, Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference, type SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { type InboxRow, inboxOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import type { Viewer } from "#lib/domain/submissions/inbox/live.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import type { StatusEvent } from "../changes/changes.ts";
import { CallProblem, toParams, useInboxData, useSubmission } from "../core/inbox-data.ts";
import { isSameSubmission, type NewChange } from "../core/pending.ts";
import { type PanelProps, SubmissionPanel, toShown } from "./submission/submission-panel.tsx";
import { SubmissionView } from "./submission/submission-view.tsx";

type Props = Omit<PanelProps, "shown" | "viewers" | "onUndo" | "children"> & {
  openRef: SubmissionRef;
  row: InboxRow | undefined;
  initial: Submission | null;
  viewers: readonly Viewer[];
  me: Owner;
  isAdmin: boolean;
  owners: readonly Owner[];
  onChange: (change: NewChange) => void;
  onUndo: (submission: Submission, event: StatusEvent) => void;
};

const seenMilliseconds = 400;

export function OpenSubmission(props: Props) {
  const { openRef, row, initial, viewers, me, isAdmin, owners, onChange, onUndo, ...panel } = props;
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const { data: submission, error, refetch } = useSubmission(openRef, initial);
  useSeen(submission, me);
  useScrollPlace();
  const title = `${inbox(`kind.${openRef.kind}`)} ${formatReference(openRef)}`;
  useEffect(() => {
    const before = document.title;
    // Keep the person's name out of the title, because titles stay in the browser's history.
    document.title = `${title} · ${before.split(" · ").slice(1).join(" · ")}`;
    return () => {
      document.title = before;
    };
  }, [title]);
  const shown = submission ? toShown(submission) : row && { ...row, canUndo: false };
  const before = submission?.timeline.findLast((event) => event.type === "status");
  const undo = () => submission && before?.type === "status" && onUndo(submission, before);
  const viewerIds = viewers.filter((viewer) => isSameSubmission(viewer, openRef)).map(({ operator }) => operator);
  const others = owners.filter(({ id }) => id !== me.id && viewerIds.includes(id));
  const isGone = error instanceof CallProblem && error.problem.kind === "not_found";
  return (
    <div className="min-h-0 min-w-0 flex-1 lg:overflow-y-auto">
      {shown && (
        <SubmissionPanel {...panel} shown={shown} viewers={others.map(({ name }) => name)} onUndo={undo}>
          {submission && !isGone && (
            <SubmissionView
              submission={submission}
              isAdmin={isAdmin}
              owners={owners}
              onNotSpam={() => onChange({ type: "status", status: "new" })}
            />
          )}
        </SubmissionPanel>
      )}
      {error && !submission && (
        <div className="p-6">
          <p className="mb-4">{t(isGone ? "open.gone" : "open.failed")}</p>
          {!isGone && (
            <button type="button" className={buttonClass("secondary")} onClick={() => refetch()}>
              {t("open.again")}
            </button>
          )}
        </div>
      )}
      {!submission && !error && <p className="p-6 text-muted">{t("loading")}</p>}
    </div>
  );
}

function useSeen(submission: Submission | undefined, me: Owner): void {
  const data = useInboxData();
  const [kind, id] = [submission?.kind, submission?.id];
  useEffect(() => {
    if (kind === undefined || id === undefined) return;
    const timer = window.setTimeout(async () => {
      const ref = { kind, id };
      const { kind: outcome } = await call(inboxOperations.markSeen, ref, { params: toParams(ref) });
      if (outcome !== "done") return;
      const isListed = data
        .getSubmission(ref)
        ?.timeline.some(({ type, actor }) => type === "seen" && actor === me.name);
      if (!isListed) await data.reread(ref);
    }, seenMilliseconds);
    return () => window.clearTimeout(timer);
  }, [data, kind, id, me.name]);
}

const wide = "(min-width: 64rem)";

/** On narrow screens the submission covers the list, whose position returns afterwards. */
function useScrollPlace(): void {
  useLayoutEffect(() => {
    if (window.matchMedia(wide).matches) return;
    const { scrollY } = window;
    window.scrollTo(0, 0);
    return () => window.scrollTo(0, scrollY);
  }, []);
}
