"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { fold } from "#lib/domain/spelling.ts";
import { codePointLength } from "#lib/domain/text-bounds.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { buttonClass } from "./button.ts";
import { Dialog } from "./dialog.tsx";
import { KeyboardKey } from "./key.tsx";

export type Choice = {
  id: string;
  text: string;
  mark?: ReactNode;
  detail?: ReactNode;
  keys?: string;
  /** Shown whatever is typed, because the caller has already searched for it. */
  isFound?: boolean;
  run: () => unknown;
};

type Props = {
  title: string;
  placeholder?: string;
  choices: readonly Choice[];
  emptyText?: string;
  /** Digits choose an item while the field is empty. */
  hasNumbers?: boolean;
  onType?: (text: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

export function Chooser({ title, placeholder, choices, emptyText, hasNumbers, onType, onClose, children }: Props) {
  const t = useDeskText("list");
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const words = fold(typed).split(" ").filter(Boolean);
  const shown = choices.filter(({ text, isFound }) => isFound || words.every((word) => fold(text).includes(word)));
  const chosen = Math.min(at, shown.length - 1);

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    dialog.current?.close();
    onClose();
    choice.run();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const number = hasNumbers && typed === "" && /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (event.key === "ArrowDown") setAt((chosen + 1) % Math.max(1, shown.length));
    else if (event.key === "ArrowUp") setAt((chosen - 1 + shown.length) % Math.max(1, shown.length));
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) choose(shown[chosen]);
    else if (number) choose(shown[number - 1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      closesOutside
      className="overflow-hidden p-0 open:flex open:flex-col"
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className="px-4 pt-3 text-sm text-muted">
        {title}
      </h2>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length ? `${id}-${chosen}` : undefined}
        aria-labelledby={`${id}-title`}
        autoComplete="off"
        autoFocus
        placeholder={placeholder ?? t("choose")}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
          onType?.(target.value);
        }}
        onKeyDown={handleKeyDown}
        className="border-b border-line bg-transparent px-4 pt-1 pb-3 outline-none placeholder:text-muted"
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-labelledby={`${id}-title`}
        // Keeps the list from being a tab stop, as scrollable elements are, because arrow keys choose nothing there.
        tabIndex={-1}
        className="overflow-y-auto p-1.5"
      >
        {shown.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => choose(choice)}
            onMouseMove={() => index !== chosen && setAt(index)}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm aria-selected:bg-primary-soft forced-colors:aria-selected:outline-2"
          >
            {choice.mark}
            <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col">
              <bdi className={`min-w-0 wrap-anywhere sm:truncate ${choice.detail ? "sm:max-w-[60%] sm:shrink-0" : ""}`}>
                {choice.text}
              </bdi>
              {choice.detail && <span className="min-w-0 truncate text-muted">{choice.detail}</span>}
            </span>
            <span className="ml-auto flex shrink-0 gap-1">
              {(choice.keys ?? (hasNumbers && index < 9 ? String(index + 1) : "")).split(" ").map((key) => (
                <KeyboardKey key={key}>{key}</KeyboardKey>
              ))}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={shown.length ? "sr-only" : "px-4 py-3 text-sm text-muted"}>
        {shown.length ? "" : (emptyText ?? t("filter.none"))}
      </p>
      {children && <div className="border-t border-line px-4 py-2 text-sm">{children}</div>}
    </Dialog>
  );
}

type PromptProps = {
  title: string;
  type?: "text" | "date" | "datetime-local";
  defaultValue?: string;
  /** Maximum length in code points. Not used for a date or time. */
  max?: number;
  save: string;
  findFault: (text: string, isTooLong: boolean) => string | undefined;
  onSave: (text: string) => void;
  onClose: () => void;
};

export function TextPrompt({ title, type = "text", defaultValue, max, save, findFault, onSave, onClose }: PromptProps) {
  const t = useDeskText("list");
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [fault, setFault] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    const found = findFault(text, max !== undefined && codePointLength(text) > max);
    setFault(found);
    if (found) return field.current?.focus();
    dialog.current?.close();
    onClose();
    onSave(text);
  };
  return (
    <Dialog ref={dialog} aria-labelledby={`${id}-label`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <label id={`${id}-label`} htmlFor={`${id}-field`} className="mb-2 block font-semibold">
          {title}
        </label>
        {fault && (
          <p id={`${id}-fault`} role="alert" className="mb-2 text-sm font-medium text-danger">
            {fault}
          </p>
        )}
        <input
          ref={field}
          id={`${id}-field`}
          type={type}
          defaultValue={defaultValue}
          autoFocus
          autoComplete="off"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && `${id}-fault`}
          className="block min-h-11 w-full rounded-sm border border-edge bg-surface px-3 py-2 aria-[invalid=true]:border-2 aria-[invalid=true]:border-danger"
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <button type="submit" className={buttonClass()}>
            {save}
          </button>
          <button type="button" className={buttonClass("secondary")} onClick={() => dialog.current?.close()}>
            {t("cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
