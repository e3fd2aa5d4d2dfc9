"use client";

import { useEffect, useRef, useState } from "react";
import { type InboxQuery, inboxSorts, statusGroups, toListQuery, usualColumns } from "#lib/domain/desk/inbox-query.ts";
import type { Owner } from "#lib/domain/desk/submission.ts";
import { locales } from "#lib/domain/locale.ts";
import { consentStates } from "#lib/domain/submissions/consent.ts";
import { channels, LeadRoute } from "#lib/domain/submissions/schema.ts";
import { statuses } from "#lib/domain/submissions/status.ts";
import { submissionKinds } from "#lib/domain/submissions/submission-ref.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { Chooser } from "../commands/chooser.tsx";
import { useCommands } from "../commands/commands.tsx";
import { TextPrompt } from "../commands/text-prompt.tsx";
import { ColumnsDialog } from "./columns-dialog.tsx";

const fields = ["status", "route", "owner", "kind", "channel", "consent", "agent", "language", "from", "to"] as const;
type FilterField = (typeof fields)[number];

type Props = {
  query: InboxQuery;
  owners: readonly Owner[];
  me: Owner;
  onFilter: (query: InboxQuery, options?: { isTyped?: boolean }) => void;
};

const agentMax = 100;
const pauseMilliseconds = 250;

/** The chosen filters on one line. Each applies at once. */
export function FilterBar({ query, owners, me, onFilter }: Props) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const [asked, setAsked] = useState<FilterField | "any" | "sort" | "columns" | null>(null);
  useCommands([
    { id: "filter", text: t("keys.filter"), keys: "f", run: () => setAsked("any") },
    { id: "columns", text: t("keys.columns"), keys: "c", run: () => setAsked("columns") },
  ]);
  const labels = toLabels(inbox);
  const others = owners.filter(({ id }) => id !== me.id);
  const chosen = toListQuery(query);
  const set = (field: FilterField, value: string | undefined) =>
    onFilter({ ...query, [field]: field === "status" ? toStatuses(value) : value });
  const close = () => setAsked(null);
  const isText = asked === "agent" || asked === "from" || asked === "to";
  const chip = "inline-flex min-h-8 items-center rounded-full border border-line bg-surface text-[0.875rem]";
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {fields.map((field) => {
        const value = chosen.get(field);
        if (!value) return null;
        const text = formatValue(inbox, owners, field, value);
        return (
          <span key={field} className={chip}>
            <button
              type="button"
              className="max-w-64 cursor-pointer truncate py-1 pl-3 hover:text-primary"
              onClick={() => setAsked(field)}
            >
              <span className="text-muted">{labels[field]}:</span> <bdi className="font-semibold">{text}</bdi>
            </button>
            <button
              type="button"
              className="cursor-pointer py-1 pr-3 pl-2 text-muted hover:text-danger"
              aria-label={t("filter.remove", { field: labels[field] })}
              onClick={() => set(field, undefined)}
            >
              ×
            </button>
          </span>
        );
      })}
      <button
        type="button"
        className={`${chip} cursor-pointer border-dashed px-3 hover:text-primary`}
        onClick={() => setAsked("any")}
      >
        + {t("filter.add")}
      </button>
      <button
        type="button"
        className={`${chip} cursor-pointer px-3 text-muted hover:text-primary`}
        onClick={() => setAsked("sort")}
      >
        {inbox(`sort.${query.sort}`)}
      </button>
      <button
        type="button"
        className={`${chip} cursor-pointer px-3 text-muted hover:text-primary @max-4xl:hidden`}
        onClick={() => setAsked("columns")}
      >
        {t("columns.title")}
      </button>
      {chosen.size > 0 && (
        <button
          type="button"
          className="link min-h-8 cursor-pointer px-1 text-[0.875rem]"
          onClick={() => onFilter({ ...emptied(query), sort: query.sort === "due" ? "newest" : query.sort })}
        >
          {t("filter.clear")}
        </button>
      )}
      {asked === "any" && (
        <Chooser
          title={t("filter.title")}
          placeholder={t("filter.hint")}
          emptyText={t("filter.none")}
          choices={fields.map((field) => ({ id: field, text: labels[field], run: () => setAsked(field) }))}
          onClose={() => setAsked((now) => (now === "any" ? null : now))}
        />
      )}
      {asked === "sort" && (
        <Chooser
          title={t("filter.sortTitle")}
          emptyText={t("filter.none")}
          hasNumbers
          choices={inboxSorts.map((sort) => ({
            id: sort,
            text: inbox(`sort.${sort}`),
            run: () => onFilter({ ...query, sort }),
          }))}
          onClose={close}
        />
      )}
      {asked === "columns" && (
        <ColumnsDialog
          columns={query.columns ?? usualColumns}
          onChoose={(columns) => onFilter({ ...query, columns }, { isTyped: true })}
          onClose={close}
        />
      )}
      {isText && (
        <TextPrompt
          title={labels[asked]}
          type={asked === "agent" ? "text" : "date"}
          defaultValue={chosen.get(asked) ?? ""}
          max={agentMax}
          save={t("save")}
          cancel={t("cancel")}
          findFault={(text) => (text || asked === "agent" ? undefined : t("filter.day"))}
          onSave={(text) => set(asked, text || undefined)}
          onClose={close}
        />
      )}
      {asked !== null && asked !== "any" && asked !== "sort" && asked !== "columns" && !isText && (
        <Chooser
          title={labels[asked]}
          emptyText={t("filter.none")}
          hasNumbers
          choices={listValues(inbox, others, asked).map(([value, text]) => ({
            id: value,
            text,
            run: () => set(asked, value),
          }))}
          onClose={close}
        />
      )}
    </div>
  );
}

function emptied(query: InboxQuery): InboxQuery {
  const none = Object.fromEntries(fields.map((field) => [field, undefined]));
  return { ...query, ...none, status: [], q: "" };
}

function toStatuses(value: string | undefined): InboxQuery["status"] {
  if (value === "open" || value === "closed") return [...statusGroups[value]];
  return statuses.filter((status) => value?.split(",").includes(status));
}

type InboxText = DeskText<"inbox">;

function toLabels(t: InboxText): Record<FilterField, string> {
  return {
    status: t("statusLabel"),
    route: t("routeLabel"),
    owner: t("ownerLabel"),
    kind: t("kindLabel"),
    channel: t("channelLabel"),
    consent: t("consent"),
    agent: t("agentLabel"),
    language: t("languageLabel"),
    from: t("from"),
    to: t("to"),
  };
}

type Value = readonly [value: string, text: string];

function listValues(t: InboxText, owners: readonly Owner[], field: FilterField): Value[] {
  switch (field) {
    case "status":
      return [
        ...(["open", "closed"] as const).map((group): Value => [group, t(`group.${group}`)]),
        ...statuses.map((status): Value => [status, t(`status.${status}`)]),
      ];
    case "route":
      return LeadRoute.options.map((route) => [route, t(`route.${route}`)]);
    case "owner":
      return [["me", t("ownerMe")], ["none", t("ownerNone")], ...owners.map(({ id, name }): Value => [id, name])];
    case "kind":
      return submissionKinds.map((kind) => [kind, t(`kind.${kind}`)]);
    case "channel":
      return channels.map((channel) => [channel, t(`channel.${channel}`)]);
    case "consent":
      return consentStates.map((state) => [state, t(`consentState.${state}`)]);
    case "language":
      return locales.map((locale) => [locale, t(`language.${locale}`)]);
    default:
      return [];
  }
}

function formatValue(t: InboxText, owners: readonly Owner[], field: FilterField, value: string): string {
  const known = new Map(listValues(t, owners, field));
  return (
    known.get(value) ??
    value
      .split(",")
      .map((part) => known.get(part) ?? part)
      .join(", ")
  );
}

/** Searches while it is typed. */
export function SearchField({ query, onFilter }: Pick<Props, "query" | "onFilter">) {
  const inbox = useDeskText("inbox");
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  const { q } = query;
  useEffect(() => {
    const element = field.current;
    // Back and saved views change it from outside; what is being typed stays.
    if (element && element.value !== q && document.activeElement !== element) element.value = q;
  }, [q]);
  const apply = () => {
    window.clearTimeout(timer.current);
    const text = field.current?.value.trim() ?? "";
    if (text !== q) onFilter({ ...query, q: text }, { isTyped: true });
  };
  return (
    <input
      ref={field}
      id="q"
      type="search"
      aria-label={inbox("search")}
      placeholder={inbox("searchHint")}
      defaultValue={q}
      onChange={() => {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(apply, pauseMilliseconds);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        // Escape would empty the field.
        event.preventDefault();
        apply();
        field.current?.blur();
      }}
      className="min-h-9 w-full min-w-0 rounded-sm border border-edge bg-surface px-3 text-[0.875rem] placeholder:text-muted"
    />
  );
}
