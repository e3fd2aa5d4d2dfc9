"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";
import { TextPrompt } from "#components/ui/text-prompt.tsx";
import { call } from "#lib/contract/client.ts";
import type { Operation } from "#lib/domain/operation.ts";
import { type InboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import {
  isBuiltInView,
  type ListedView,
  parseViewQuery,
  viewNameMax,
  viewOperations,
  viewQueryMax,
} from "#lib/domain/submissions/inbox/views.ts";
import { spamOperations } from "#lib/domain/submissions/spam/block-list.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { isPlainClick } from "../../core/links.ts";
import { useNotice } from "../../core/notice.tsx";
import { createThrottle } from "../live/use-live.ts";
import { ViewsDialog } from "./views-dialog.tsx";

const viewsKey = ["views"] as const;
/** Minimum interval between two counts of all views, which cost more than reading a list. */
const countIntervalMilliseconds = 10_000;

export function useViews() {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: viewsKey,
    queryFn: async () => {
      const outcome = await call(viewOperations.listViews, {});
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      return outcome.result.views;
    },
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

type Props = { query: InboxQuery; views: Views; onFilter: (query: InboxQuery) => void };

/** Shows each view as a link to its list, so that operators can also open it in a new tab. */
export function ViewsBar({ query, views: { views, isPending, reload }, onFilter }: Props) {
  const t = useDeskText("triage");
  const spam = useDeskText("spam");
  const notify = useNotice();
  const [asked, setAsked] = useState<"save" | "edit" | null>(null);
  const search = String(toQuery(toFirstPage(query)));
  const current = views.find((view) => view.query === search);
  const own = views.filter(({ isEditable }) => isEditable);
  const hasOpenedNew = current !== undefined && current.newCount > 0;
  useEffect(() => {
    if (hasOpenedNew) void call(spamOperations.markSpamSeen, {}).then(reload);
  }, [hasOpenedNew, reload]);

  const change = async <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
    operation: Operation<Input, Output>,
    body: z.input<Input>,
    done: string,
  ) => {
    const outcome = await call(operation, body);
    if (outcome.kind === "done") notify({ done });
    else notify({ problem: outcome, texts: { conflict: t("views.conflict") } });
    await reload();
  };
  const askName = () => {
    if (search.length <= viewQueryMax) return setAsked("save");
    notify({ refused: t("views.tooLong", { count: search.length, max: viewQueryMax }) });
  };
  const save = (name: string) =>
    change(viewOperations.saveView, { name, isShared: false, query: search }, t("views.saved"));
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
        <button type="button" className={`${chip} shrink-0 cursor-pointer text-primary`} onClick={askName}>
          {t("views.save")}
        </button>
      )}
      {own.length > 0 && (
        <button type="button" className={`${chip} shrink-0 cursor-pointer text-muted`} onClick={() => setAsked("edit")}>
          {t("views.manage")}
        </button>
      )}
      {asked === "save" && (
        <TextPrompt
          title={t("views.saveTitle")}
          max={viewNameMax}
          save={t("views.saveButton")}
          cancel={t("views.cancel")}
          findFault={(text, isTooLong) => (isTooLong || !text ? t("views.nameFault", { max: viewNameMax }) : undefined)}
          onSave={save}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "edit" && <ViewsDialog views={own} onChange={change} onClose={() => setAsked(null)} />}
    </nav>
  );
}

function getViewName(t: DeskText<"triage">, { id, name }: ListedView): string {
  return name ?? (isBuiltInView(id) ? t(`views.${id}`) : id);
}

/** Moves the spam view to the front if it is open or has new spam, because a narrow bar shows only the first views. */
function toShownOrder(views: readonly ListedView[], current: ListedView | undefined): ListedView[] {
  const isFirst = (view: ListedView) => view.newCount > 0 || (view === current && view.id === "spam");
  return [...views.filter(isFirst), ...views.filter((view) => !isFirst(view))];
}
