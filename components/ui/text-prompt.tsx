"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { codePointLength } from "#lib/domain/schema-kit.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { buttonClass } from "./button.ts";
import { Dialog } from "./dialog.tsx";

type Props = {
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

export function TextPrompt({ title, type = "text", defaultValue, max, save, findFault, onSave, onClose }: Props) {
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
          <p id={`${id}-fault`} className="mb-2 text-sm font-medium text-danger">
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
