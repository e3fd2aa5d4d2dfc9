"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useWatch } from "react-hook-form";
import type { useForm } from "#components/forms/use-form.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton } from "./desk-action.tsx";

// biome-ignore lint/suspicious/noExplicitAny: a form of any values
export type ItemsForm = Pick<ReturnType<typeof useForm<any>>, "control" | "errors" | "field" | "getValues" | "trigger">;
export type ItemField = ItemsForm["field"];

type Props<Values> = {
  /** Name of the list in the form. */
  name: string;
  form: ItemsForm;
  getError: (name: string) => string | undefined;
  empty: Values;
  nameItem: (values: Values) => string;
  texts: { title: string; hint?: string; add: string };
  children: (field: ItemField) => ReactNode;
};

export function ItemGroups<Values>({ name, form, getError, empty, nameItem, texts, children }: Props<Values>) {
  const t = useDeskText("site");
  const { fields, append, insert, move, remove } = useFieldArray({ control: form.control, name, keyName: "key" });
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState<{ text: string; removed?: { values: Values; at: number } }>({ text: "" });
  const { removed } = said;
  const readItem = (at: number): Values => form.getValues()[name][at];
  const getName = (values: Values) => nameItem(values) || t("unnamed");
  const hasError = (path: string) => form.errors.some(({ fieldId }) => fieldId.startsWith(`${path}.`));
  const check = () => hasError(name) && form.trigger(name);

  const moveItem = (at: number, to: number) => {
    setSaid({ text: t("moved", { name: getName(readItem(at)), number: to + 1, count: fields.length }) });
    move(at, to);
    void check();
  };
  const removeItem = (at: number) => {
    const values = readItem(at);
    setSaid({ text: t("removed", { name: getName(values) }), removed: { values, at } });
    remove(at);
    void check();
    heading.current?.focus();
  };
  const putBack = (values: Values, at: number) => {
    setSaid({ text: t("isBack", { name: getName(values) }) });
    insert(at, values, { shouldFocus: false });
    void check();
    heading.current?.focus();
  };
  const toField = (path: string) => ({ ...form.field(path), error: getError(path) });

  return (
    <section aria-labelledby={name} className="border-t border-line pt-6">
      <h2 ref={heading} id={name} tabIndex={-1} className="text-xl">
        {texts.title}
      </h2>
      {texts.hint && <p className="max-w-prose text-sm text-muted">{texts.hint}</p>}
      <p role="status" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {said.text}
        {removed && <ActionButton text={t("putBack")} onPress={() => putBack(removed.values, removed.at)} />}
      </p>
      <div className="mt-4 space-y-3">
        {fields.map(({ key }, at) => (
          <ItemGroup
            key={key}
            form={form}
            path={`${name}.${at}`}
            nameItem={nameItem}
            number={at + 1}
            count={fields.length}
            hasError={hasError(`${name}.${at}`)}
            list={texts.title}
            onMove={(to) => moveItem(at, to)}
            onRemove={() => removeItem(at)}
          >
            {children((field) => toField(`${name}.${at}.${field}`))}
          </ItemGroup>
        ))}
      </div>
      <p className="mt-4">
        <ActionButton text={texts.add} look="secondary" onPress={() => append(empty)} />
      </p>
    </section>
  );
}

type GroupProps<Values> = Pick<Props<Values>, "form" | "nameItem"> & {
  /** Name of the item in the form. */
  path: string;
  number: number;
  count: number;
  hasError: boolean;
  /** Title of the list. */
  list: string;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
};

function ItemGroup<Values>({ form, path, nameItem, number, count, hasError, list, ...props }: GroupProps<Values>) {
  const t = useDeskText("site");
  const name = nameItem(useWatch({ control: form.control, name: path, defaultValue: {} }));
  const [isOpen, setIsOpen] = useState(!name);
  return (
    <div className="flex flex-wrap items-start gap-x-4 md:flex-nowrap">
      <details
        open={isOpen || hasError}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="min-w-0 grow rounded-md max-md:basis-full border border-line bg-surface"
      >
        <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
          {name ? t("named", { number, name }) : t("unnamed")}
        </summary>
        <div className="space-y-5 px-4 pt-1 pb-5">{props.children}</div>
      </details>
      <p className="flex shrink-0 gap-x-4 text-sm">
        <MoveButtons
          up={t("moveUp", { list, number })}
          down={t("moveDown", { list, number })}
          at={number - 1}
          count={count}
          onMove={props.onMove}
        />
        <ActionButton text={t("remove")} label={t("removeItem", { list, number })} onPress={props.onRemove} />
      </p>
    </div>
  );
}

type ConflictNoticeProps = { title: string; versionsHref: string; onTake: () => void; children?: ReactNode };

/** Shown when somebody else has saved first. Their version is in the history, and the form keeps the operator's. */
export function ConflictNotice({ title, versionsHref, onTake, children }: ConflictNoticeProps) {
  const t = useDeskText("catalog");
  const notice = useRef<HTMLDivElement>(null);
  // Moves the focus to this notice, because the save button is at the end of a long page.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Callout ref={notice} tabIndex={-1} look="danger" role="alert" title={title}>
      <p>
        {t.rich("conflictText", {
          stored: (text) => (
            <a href={versionsHref} target="_blank" rel="noreferrer" className="link">
              {text}
            </a>
          ),
        })}
      </p>
      {children}
      <p className="mt-3">
        <ActionButton text={t("conflictTake")} onPress={onTake} />
      </p>
    </Callout>
  );
}

export function RestoredDraft({ isRestored, onDiscard }: { isRestored: boolean; onDiscard: () => void }) {
  const t = useDeskText("catalog");
  return (
    <div aria-live="polite">
      {isRestored && (
        <div className="mb-6 flex flex-wrap items-center gap-x-6 rounded-md bg-accent-soft px-5 py-2">
          <p>{t("restored")}</p>
          <ActionButton text={t("discard")} onPress={onDiscard} />
        </div>
      )}
    </div>
  );
}

type MoveButtonsProps = { up: string; down: string; at: number; count: number; onMove: (to: number) => unknown };

export function MoveButtons({ up, down, at, count, onMove }: MoveButtonsProps) {
  const isHydrated = useIsHydrated();
  const moves = [
    { to: at - 1, sign: "↑", label: up, isEnd: at === 0 },
    { to: at + 1, sign: "↓", label: down, isEnd: at === count - 1 },
  ];
  return moves.map(({ to, sign, label, isEnd }) => (
    <button
      key={sign}
      type="button"
      className={`${buttonClass("quiet")} min-w-6`}
      disabled={!isHydrated}
      aria-disabled={isEnd}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        if (isEnd) return;
        flushSync(() => onMove(to));
        // Focuses the button again, because browsers take the focus from an element that moves in the page.
        currentTarget.focus();
      }}
    >
      {sign}
    </button>
  ));
}

/** Shows a moved row in its new place at once. `store` returns whether the service has stored the order. */
export function useRowOrder<Row extends { id: number | string }>(
  rows: readonly Row[],
  store: (ids: Row["id"][], moved: Row, to: number) => Promise<boolean>,
) {
  const [order, setOrder] = useState<Row["id"][]>([]);
  const [storing, setStoring] = useState(0);
  const given = rows.map(({ id }) => id).join();
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    // While a move is being stored, the order just read may be older.
    if (!storing) setOrder([]);
  }
  const getPlace = ({ id }: Row) => (order.includes(id) ? order.indexOf(id) : order.length);
  const shown = rows.toSorted((one, other) => getPlace(one) - getPlace(other));
  const move = async (row: Row, to: number) => {
    const others = shown.filter((each) => each !== row);
    const ids = others.toSpliced(to, 0, row).map(({ id }) => id);
    setOrder(ids);
    setStoring((count) => count + 1);
    if (!(await store(ids, row, to))) setOrder([]);
    setStoring((count) => count - 1);
  };
  return { shown, move };
}
