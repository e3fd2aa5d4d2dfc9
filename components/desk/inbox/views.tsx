"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { TextPrompt } from "#components/ui/prompts.tsx";
import { call } from "#lib/contract/client.ts";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import {
  isBuiltInView,
  type ListedView,
  parseViewQuery,
  type ViewChange,
  viewNameMax,
  viewOperations,
  viewQueryMax,
} from "#lib/domain/submissions/inbox/views.ts";
import { spamOperations } from "#lib/domain/submissions/spam/block-list.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { isPlainClick } from "../core/browser.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { MoveButtons, useRowOrder } from "../core/editor-parts.tsx";
import { requireResult } from "../core/inbox-data.ts";
import { useNotice } from "../core/notice.tsx";
import { createThrottle } from "./live/use-live.ts";

const viewsKey = ["views"] as const;
/** Minimum interval between two counts of all views, which cost more than reading a list. */
const countIntervalMilliseconds = 10_000;

export function useViews() {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: viewsKey,
    queryFn: async () => requireResult(await call(viewOperations.listViews, {})).views,
    staleTime: countIntervalMilliseconds,
  });
  const reload = useCallback(async () => {
    // `invalidateQueries` alone would wait for a running first read, which lacks the changes made since it started.
    await client.cancelQueries({ queryKey: viewsKey });
    await client.invalidateQueries({ queryKey: viewsKey });
  }, [client]);
  const [recounts] = useState(() => createThrottle(reload, countIntervalMilliseconds));
  useEffect(() => () => recounts.stop(), [recounts]);
  return { views: data ?? [], isPending, recount: () => recounts.ask(), reload };
}
export type Views = ReturnType<typeof useViews>;

type Props = { query: InboxQuery; views: Views; me: Owner; onFilter: (query: InboxQuery) => void };

/** Shows each view as a link to its list, so that operators can also open it in a new tab. */
export function ViewsBar({ query, views: { views, isPending, reload }, me, onFilter }: Props) {
  const t = useDeskText("triage");
  const spam = useDeskText("spam");
  const notify = useNotice();
  const callDesk = useDeskCall();
  const [dialog, setDialog] = useState<"save" | "edit" | null>(null);
  const search = String(toQuery(toFirstPage(query)));
  const current = views.find((view) => view.query === search);
  const own = views.filter(({ isEditable }) => isEditable);
  const hasOpenedNew = current !== undefined && current.newCount > 0;
  useEffect(() => {
    if (hasOpenedNew) void call(spamOperations.markSpamSeen, {}).then(reload);
  }, [hasOpenedNew, reload]);

  const askForName = () => {
    if (search.length <= viewQueryMax) return setDialog("save");
    notify({ refused: t("views.tooLong", { count: search.length, max: viewQueryMax }) });
  };
  const save = (name: string) => {
    const options = { done: () => t("views.saved"), texts: { conflict: t("views.conflict") } };
    return callDesk(viewOperations.saveView, { name, isShared: false, query: search }, options);
  };
  const chip =
    "inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-[0.875rem] whitespace-nowrap hover:text-primary aria-[current=true]:bg-primary-soft aria-[current=true]:font-semibold";
  return (
    <nav
      aria-label={t("views.label")}
      className="flex max-w-full items-center gap-1 [scrollbar-width:none] max-sm:fade-ends max-sm:overflow-x-auto max-sm:pr-5"
    >
      {/* The buttons that manage views stay visible, however many views there are. */}
      <div className="flex items-center gap-1 [scrollbar-width:none] max-sm:shrink-0 sm:fade-ends sm:min-w-0 sm:overflow-x-auto sm:pr-5">
        {[null, ...toShownOrder(views, current)].map((view) => (
          <a
            key={view?.id ?? "all"}
            href={view ? `/admin/inbox?view=${view.id}` : "/admin/inbox"}
            aria-current={(view ? view === current : search === "") || undefined}
            title={view?.owner && !view.isEditable ? t("views.shared", { name: view.owner.name }) : undefined}
            className={chip}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onFilter(parseViewQuery(view?.query ?? ""));
            }}
          >
            <bdi>{view ? getViewName(t, view) : t("views.all")}</bdi>
            {view?.count && (
              <span className="text-muted tabular-nums">
                {t(view.count.isCapped ? "views.countCapped" : "views.count", { count: view.count.count })}
              </span>
            )}
            {view && view.newCount > 0 && (
              <span className="rounded-full bg-accent-soft px-2 font-semibold text-ink">
                {spam("new", { count: view.newCount })}
              </span>
            )}
          </a>
        ))}
      </div>
      {/* Rendered only after the views, so that this button does not move under the pointer. */}
      {!isPending && search !== "" && !current && (
        <button type="button" className={`${chip} shrink-0 cursor-pointer text-primary`} onClick={askForName}>
          {t("views.save")}
        </button>
      )}
      {own.length > 0 && (
        <button
          type="button"
          className={`${chip} shrink-0 cursor-pointer text-muted`}
          onClick={() => setDialog("edit")}
        >
          {t("views.manage")}
        </button>
      )}
      {dialog === "save" && (
        <TextPrompt
          title={t("views.saveTitle")}
          max={viewNameMax}
          save={t("views.saveButton")}
          findFault={(text, isTooLong) => (isTooLong || !text ? t("views.nameFault", { max: viewNameMax }) : undefined)}
          onSave={save}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "edit" && <ViewsDialog views={own} me={me} onClose={() => setDialog(null)} />}
    </nav>
  );
}

function getViewName(t: DeskText<"triage">, { id, name }: ListedView): string {
  return name ?? (isBuiltInView(id) ? t(`views.${id}`) : id);
}

/** Moves the spam view to the front if it is open or has new spam, because a narrow bar shows only the first views. */
function toShownOrder(views: readonly ListedView[], current: ListedView | undefined): ListedView[] {
  const isMovedToFront = (view: ListedView) => view.newCount > 0 || (view === current && view.id === "spam");
  return [...views.filter(isMovedToFront), ...views.filter((view) => !isMovedToFront(view))];
}

type ViewsDialogProps = { views: readonly ListedView[]; me: Owner; onClose: () => void };

/** Lists the operator's own views first, as the service does. */
function ViewsDialog({ views, me, onClose }: ViewsDialogProps) {
  const t = useDeskText("triage");
  const callDesk = useDeskCall();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  const isOwn = ({ owner }: ListedView) => owner?.id === me.id;
  const [said, setSaid] = useState("");
  /** Closes the dialog on a failure, because it would cover the notice and show what is not stored. */
  const change = async (operation: Parameters<typeof callDesk>[0], body: object, done: string) => {
    setSaid("");
    const { kind } = await callDesk(operation, body);
    if (kind === "done") setSaid(done);
    else dialog.current?.close();
    return kind === "done";
  };
  const { shown, move } = useRowOrder(views.filter(isOwn), (ids, { name }, to) => {
    const done = t("views.moved", { name: name ?? "", at: to + 1 });
    return change(viewOperations.orderViews, { ids: ids.map(Number) }, done);
  });
  const updateView = (view: ViewChange, text: "views.renamed" | "views.changed") =>
    change(viewOperations.changeView, view, t(text));
  const remove = async ({ id }: ListedView) => {
    const isDone = await change(viewOperations.deleteView, { id: Number(id) }, t("views.deleted"));
    // Moves the focus, because the pressed button is gone.
    if (isDone) closeButton.current?.focus();
  };
  return (
    <Dialog ref={dialog} aria-labelledby={`${id}-title`} width="wide" onClose={onClose}>
      <h2 id={`${id}-title`} className="mb-3 font-semibold">
        {t("views.manageTitle")}
      </h2>
      <ul className="divide-y divide-line">
        {[...shown, ...views.filter((view) => !isOwn(view))].map((view) => {
          const { id: viewId, isShared, owner } = view;
          const name = view.name ?? "";
          return (
            <li key={viewId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
              <input
                type="text"
                aria-label={t("views.nameOf", { name })}
                defaultValue={name}
                maxLength={viewNameMax}
                autoComplete="off"
                onBlur={({ target }) => {
                  const text = target.value.trim();
                  if (!text) target.value = name;
                  else if (text !== name) void updateView({ id: Number(viewId), name: text }, "views.renamed");
                }}
                className="min-h-9 min-w-40 flex-1 rounded-sm border border-edge bg-surface px-2"
              />
              <label className="flex min-h-9 cursor-pointer items-center gap-2 text-[0.875rem] max-sm:basis-full">
                <input
                  type="checkbox"
                  className="size-5 shrink-0"
                  checked={isShared}
                  onChange={({ target }) =>
                    updateView({ id: Number(viewId), isShared: target.checked }, "views.changed")
                  }
                />
                {t("views.isShared")}
              </label>
              {isOwn(view) ? (
                <MoveButtons
                  up={t("views.up", { name })}
                  down={t("views.down", { name })}
                  at={shown.indexOf(view)}
                  count={shown.length}
                  onMove={(to) => move(view, to)}
                />
              ) : (
                owner && <span className="text-sm text-muted">{t("views.shared", { name: owner.name })}</span>
              )}
              <ConfirmAction
                text={t("views.delete")}
                label={t("views.deleteOf", { name })}
                title={t("views.deleteSure", { name })}
                onConfirm={() => remove(view)}
              >
                <p>{t(isShared ? "views.deleteShared" : "views.deleteOwn")}</p>
              </ConfirmAction>
            </li>
          );
        })}
      </ul>
      {views.length === 0 && <p className="text-muted">{t("views.none")}</p>}
      <p role="status" className="mt-3 min-h-6 text-sm text-muted">
        {said}
      </p>
      <button
        ref={closeButton}
        type="button"
        className={`${buttonClass("secondary")} mt-4`}
        onClick={() => dialog.current?.close()}
      >
        {t("views.close")}
      </button>
    </Dialog>
  );
}
