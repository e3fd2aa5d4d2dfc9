"use client";

import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { Chooser, TextPrompt } from "#components/ui/prompts.tsx";
import { isExistingDay } from "#lib/domain/schema-kit.ts";
import { statuses } from "#lib/domain/submissions/core/status.ts";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import {
  type InboxQuery,
  inboxSorts,
  parseInboxQuery,
  statusGroups,
  toQuery,
} from "#lib/domain/submissions/inbox/inbox-query.ts";
import { parseSourceKey, toSourceKey } from "#lib/domain/submissions/overview/overview.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useCommands } from "../commands/commands.tsx";
import { canBeChosen, type FilterField, filterFields, useFilterTexts } from "./use-filter-texts.ts";

type Props = {
  query: InboxQuery;
  owners: readonly Owner[];
  me: Owner;
  onFilter: (query: InboxQuery, options?: { isTyped?: boolean }) => void;
};

const textMax = 100;
const textFields = { agent: "text", source: "text", reason: "text", from: "date", to: "date" } as const;
type TextField = keyof typeof textFields;
const isTextField = (field: string): field is TextField => Object.hasOwn(textFields, field);
const emptyQuery = parseInboxQuery({});
const pauseMilliseconds = 250;

type DialogName = FilterField | "any" | "sort" | null;

const chipLook = "inline-flex min-h-8 items-center rounded-full border border-line bg-surface text-[0.875rem]";

export function FilterBar({ query, owners, me, onFilter }: Props) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  const [dialog, setDialog] = useState<DialogName>(null);
  useCommands([{ id: "filter", text: t("keys.filter"), keys: "f", run: () => setDialog("any") }]);
  const texts = useFilterTexts(owners);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {filterFields.map((field) => (
        <FilterChip
          key={field}
          label={texts.getLabel(field)}
          text={texts.formatValue(query, field)}
          onEdit={canBeChosen(field) ? () => setDialog(field) : undefined}
          onRemove={() => onFilter({ ...query, [field]: emptyQuery[field] })}
        />
      ))}
      <button
        type="button"
        className={`${chipLook} cursor-pointer border-dashed px-3 hover:text-primary`}
        onClick={() => setDialog("any")}
      >
        + {t("filter.add")}
      </button>
      <button
        type="button"
        className={`${chipLook} cursor-pointer px-3 text-muted hover:text-primary`}
        onClick={() => setDialog("sort")}
      >
        {inbox(`sort.${query.sort}`)}
      </button>
      {toQuery(query).size > 0 && (
        <button
          type="button"
          className="link min-h-8 cursor-pointer px-1 text-[0.875rem]"
          onClick={() => onFilter({ ...withoutFilters(query), sort: query.sort === "due" ? "newest" : query.sort })}
        >
          {t("filter.clear")}
        </button>
      )}
      <FilterDialogs query={query} me={me} texts={texts} dialog={dialog} onOpenDialog={setDialog} onFilter={onFilter} />
    </div>
  );
}

type ChipProps = { label: string; text: string | undefined; onEdit: (() => void) | undefined; onRemove: () => void };

function FilterChip({ label, text, onEdit, onRemove }: ChipProps) {
  const t = useDeskText("list");
  if (!text) return null;
  const words = (
    <>
      <span className="text-muted">{label}:</span> <bdi className="font-semibold">{text}</bdi>
    </>
  );
  return (
    <span className={chipLook}>
      {onEdit ? (
        <button
          type="button"
          title={text}
          className="max-w-96 cursor-pointer truncate py-1 pl-3 hover:text-primary"
          onClick={onEdit}
        >
          {words}
        </button>
      ) : (
        <span title={text} className="max-w-96 truncate py-1 pl-3">
          {words}
        </span>
      )}
      <button
        type="button"
        className="cursor-pointer py-1 pr-3 pl-2 text-muted hover:text-danger"
        aria-label={t("filter.remove", { field: label })}
        onClick={onRemove}
      >
        ×
      </button>
    </span>
  );
}

type DialogProps = Pick<Props, "query" | "me" | "onFilter"> & {
  texts: ReturnType<typeof useFilterTexts>;
  dialog: DialogName;
  onOpenDialog: Dispatch<SetStateAction<DialogName>>;
};

function FilterDialogs({ query, me, texts, dialog, onOpenDialog, onFilter }: DialogProps) {
  const t = useDeskText("list");
  const inbox = useDeskText("inbox");
  // Closes this dialog, unless a choice has already opened the next one.
  const close = () => onOpenDialog((now) => (now === dialog ? null : now));
  const set = (field: FilterField, value: string | undefined) =>
    onFilter({ ...query, [field]: value === undefined ? emptyQuery[field] : parseFilterValue(field, value) });
  if (dialog === null) return null;
  if (dialog === "any") {
    return (
      <Chooser
        key={dialog}
        title={t("filter.title")}
        placeholder={t("filter.hint")}
        choices={filterFields
          .filter(canBeChosen)
          .map((field) => ({ id: field, text: texts.getLabel(field), run: () => onOpenDialog(field) }))}
        onClose={close}
      />
    );
  }
  if (dialog === "sort") {
    const choices = inboxSorts.map((sort) => ({
      id: sort,
      text: inbox(`sort.${sort}`),
      run: () => onFilter({ ...query, sort }),
    }));
    return <Chooser key={dialog} title={t("filter.sortTitle")} hasNumbers choices={choices} onClose={close} />;
  }
  const field = dialog;
  if (isTextField(field)) {
    const source = query.source === undefined ? undefined : parseSourceKey(query.source);
    return (
      <TextPrompt
        key={field}
        title={texts.getLabel(field)}
        type={textFields[field]}
        defaultValue={field === "source" ? source?.name : query[field]}
        max={textMax}
        save={t("save")}
        findFault={(text) => (textFields[field] === "text" || isExistingDay(text) ? undefined : t("filter.day"))}
        onSave={(text) => {
          // Skips unchanged text: `set` would replace an assistant or a direct visit with a source of the same name.
          if (field !== "source" || text !== (source?.name ?? "")) set(field, text || undefined);
        }}
        onClose={close}
      />
    );
  }
  const choices = texts
    .listValues(field)
    .filter(([id]) => id !== me.id)
    .map(([id, text]) => ({ id, text, run: () => set(field, id) }));
  return <Chooser key={field} title={texts.getLabel(field)} hasNumbers choices={choices} onClose={close} />;
}

function withoutFilters(query: InboxQuery): InboxQuery {
  const none = Object.fromEntries(filterFields.map((field) => [field, emptyQuery[field]]));
  return { ...query, ...none, q: "" };
}

function parseFilterValue(field: FilterField, value: string): string | InboxQuery["status"] {
  if (field === "source") return toSourceKey({ kind: "named", name: value });
  if (field !== "status") return value;
  if (value === "open" || value === "closed") return [...statusGroups[value]];
  return statuses.filter((status) => value.split(",").includes(status));
}

export function SearchField({ query, onFilter }: Pick<Props, "query" | "onFilter">) {
  const inbox = useDeskText("inbox");
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef(0);
  const { q } = query;
  const latest = useRef({ query, onFilter });
  useEffect(() => {
    latest.current = { query, onFilter };
  });
  useEffect(() => {
    const element = field.current;
    // Back and saved views change the text. The field is not overwritten while it has the focus.
    if (element && element.value !== q && document.activeElement !== element) element.value = q;
  }, [q]);
  const applySearch = () => {
    window.clearTimeout(timer.current);
    const text = field.current?.value.trim() ?? "";
    const now = latest.current;
    if (text !== now.query.q) now.onFilter({ ...now.query, q: text }, { isTyped: true });
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
        timer.current = window.setTimeout(applySearch, pauseMilliseconds);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        // Keeps the text: by default, Escape would clear the field.
        event.preventDefault();
        applySearch();
        field.current?.blur();
      }}
      className="min-h-9 w-full min-w-0 rounded-sm border border-edge bg-surface px-3 text-[0.875rem] placeholder:text-muted"
    />
  );
}
