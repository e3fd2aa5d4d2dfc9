"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { useForm } from "#components/forms/use-form.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton } from "./desk-action.tsx";

export type ItemField = (name: string) => {
  id: string;
  error: string | undefined;
  value?: string;
  onChange: (event: { target: { value: string } }) => unknown;
};

type Values = Record<string, string>;
/** `key` identifies an item while others are added or removed. */
type Item = { key: number; isNew?: boolean; values: Values };
type RemovedItem = { item: Item; at: number };
// biome-ignore lint/suspicious/noExplicitAny: a form of any values
export type ItemsForm = Pick<ReturnType<typeof useForm<any>>, "getValues" | "setValue">;

type Props = {
  /** Name of the list in the form. */
  name: string;
  form: ItemsForm;
  getError: (name: string) => string | undefined;
  empty: Values;
  nameItem: (values: Values) => string;
  texts: { title: string; hint?: string; add: string };
  children: (field: ItemField, isNew: boolean) => ReactNode;
};

/** Reads the form's values only on mount, so give it a new key when the values are replaced. */
export function ItemGroups({ name, form, getError, empty, nameItem, texts, children }: Props) {
  const t = useDeskText("site");
  const [items, setItems] = useState<Item[]>(() =>
    (form.getValues()[name] as Values[]).map((values, key) => ({ key, values })),
  );
  const nextKey = useRef(items.length);
  const heading = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState<{ text: string; removed?: RemovedItem }>({ text: "" });
  const toId = (at: number, field: string) => `${name}.${at}.${field}`;
  const hasError = (at: number) => Object.keys(empty).some((field) => getError(toId(at, field)));
  const { removed } = said;
  const getName = ({ values }: Item) => nameItem(values) || t("unnamed");

  const change = (changed: Item[]) => {
    const shouldValidate = items.some((_, at) => hasError(at));
    setItems(changed);
    form.setValue(
      name,
      changed.map((item) => item.values),
      { shouldValidate },
    );
  };
  const move = (item: Item, at: number, to: number) => {
    change(items.toSpliced(at, 1).toSpliced(to, 0, item));
    setSaid({ text: t("moved", { name: getName(item), number: to + 1, count: items.length }) });
  };
  const remove = (item: Item, at: number) => {
    change(items.toSpliced(at, 1));
    setSaid({ text: t("removed", { name: getName(item) }), removed: { item, at } });
    heading.current?.focus();
  };
  const putBack = ({ item, at }: RemovedItem) => {
    change(items.toSpliced(at, 0, item));
    setSaid({ text: t("isBack", { name: getName(item) }) });
    heading.current?.focus();
  };
  const add = () => change([...items, { key: nextKey.current++, isNew: true, values: empty }]);

  const toField = ({ values, ...item }: Item, at: number): ItemField => {
    return (field) => ({
      id: toId(at, field),
      error: getError(toId(at, field)),
      value: values[field] ?? "",
      onChange: ({ target }) => change(items.with(at, { ...item, values: { ...values, [field]: target.value } })),
    });
  };

  return (
    <section aria-labelledby={name} className="border-t border-line pt-6">
      <h2 ref={heading} id={name} tabIndex={-1} className="text-xl">
        {texts.title}
      </h2>
      {texts.hint && <p className="max-w-prose text-sm text-muted">{texts.hint}</p>}
      <p role="status" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {said.text}
        {removed && <ActionButton text={t("putBack")} onPress={() => putBack(removed)} />}
      </p>
      <div className="mt-4 space-y-3">
        {items.map((item, at) => (
          <ItemGroup
            key={item.key}
            name={nameItem(item.values)}
            number={at + 1}
            count={items.length}
            hasError={hasError(at)}
            list={texts.title}
            onMove={(to) => move(item, at, to)}
            onRemove={() => remove(item, at)}
          >
            {children(toField(item, at), item.isNew ?? false)}
          </ItemGroup>
        ))}
      </div>
      <p className="mt-4">
        <ActionButton text={texts.add} look="secondary" onPress={add} />
      </p>
    </section>
  );
}

type GroupProps = {
  name: string;
  number: number;
  count: number;
  hasError: boolean;
  /** Title of the list. */
  list: string;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
};

function ItemGroup({ name, number, count, hasError, list, onMove, onRemove, children }: GroupProps) {
  const t = useDeskText("site");
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
        <div className="space-y-5 px-4 pt-1 pb-5">{children}</div>
      </details>
      <p className="flex shrink-0 gap-x-4 text-sm">
        <MoveButtons
          up={t("moveUp", { list, number })}
          down={t("moveDown", { list, number })}
          at={number - 1}
          count={count}
          onMove={onMove}
        />
        <ActionButton text={t("remove")} label={t("removeItem", { list, number })} onPress={onRemove} />
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

export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useDeskText("catalog");
  return (
    <div role="status" className="mb-6 flex flex-wrap items-center gap-x-6 rounded-md bg-accent-soft px-5 py-2">
      <p>{t("restored")}</p>
      <ActionButton text={t("discard")} onPress={onDiscard} />
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
      className={buttonClass("quiet")}
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
  const getPlace = ({ id }: Row) => (order.includes(id) ? order.indexOf(id) : order.length);
  const shown = rows.toSorted((one, other) => getPlace(one) - getPlace(other));
  const move = async (row: Row, to: number) => {
    const others = shown.filter((each) => each !== row);
    const ids = others.toSpliced(to, 0, row).map(({ id }) => id);
    setOrder(ids);
    if (!(await store(ids, row, to))) setOrder([]);
  };
  return { shown, move };
}
