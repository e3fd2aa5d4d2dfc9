"use client";

import { type KeyboardEvent, useId, useState } from "react";
import type { useForm } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import { fold } from "#lib/domain/spelling.ts";
import type { Mentionable } from "#lib/domain/submissions/changes/changes.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = {
  form: Pick<ReturnType<typeof useForm>, "field">;
  name: string;
  label: string;
  operators: readonly Mentionable[];
};

type Offer = { start: number; end: number; found: Mentionable[]; at: number };

const shownMax = 6;

export function MentionField({ form, name, label, operators }: Props) {
  const t = useDeskText("reply");
  const id = useId();
  const [offer, setOffer] = useState<Offer | null>(null);
  const { onChange, ...control } = form.field(name);
  const active = offer?.found[offer.at];

  const follow = ({ value, selectionStart }: HTMLTextAreaElement) => {
    const typed = /(?:^|[\s(¡¿])@([\p{L}\p{M}\p{Nd}'’. -]{0,40})$/u.exec(value.slice(0, selectionStart))?.[1];
    if (typed === undefined) return setOffer(null);
    const word = fold(typed);
    const isTyped = (name: string) => [name, ...name.split(" ")].some((part) => part.startsWith(word));
    const found = operators.filter(({ name }) => isTyped(fold(name))).slice(0, shownMax);
    const isWhole = found.length === 1 && fold(found[0]?.name ?? "") === word;
    const isOver = isWhole || (found.length === 0 && typed.includes(" "));
    setOffer(isOver ? null : { start: selectionStart - typed.length - 1, end: selectionStart, found, at: 0 });
  };
  const take = (operator: Mentionable) => {
    const field = document.getElementById(control.id);
    if (!offer || !(field instanceof HTMLTextAreaElement)) return;
    insertText(field, `@${operator.name} `, offer.start, offer.end);
    setOffer(null);
  };
  const press = (event: KeyboardEvent) => {
    if (!offer) return;
    const { key } = event;
    const { length } = offer.found;
    if (key === "Escape") setOffer(null);
    else if ((key === "Enter" || key === "Tab") && active) take(active);
    else if ((key === "ArrowDown" || key === "ArrowUp") && length) {
      setOffer({ ...offer, at: (offer.at + (key === "ArrowUp" ? length - 1 : 1)) % length });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div>
      <Field
        {...control}
        as="textarea"
        label={label}
        hint={t("mention.hint")}
        required
        rows={4}
        aria-autocomplete="list"
        aria-controls={offer ? `${id}-list` : undefined}
        aria-activedescendant={active && `${id}-${active.id}`}
        onChange={(event) => {
          void onChange(event);
          follow(event.target);
        }}
        onKeyDown={press}
      />
      <p aria-live="polite" className="sr-only">
        {offer && t("mention.found", { count: offer.found.length })}
      </p>
      {offer && offer.found.length > 0 && (
        <div
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          className="mt-2.5 max-w-sm rounded-sm border border-edge bg-surface p-1 shadow-lg"
        >
          {offer.found.map((operator) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
            <div
              key={operator.id}
              role="option"
              id={`${id}-${operator.id}`}
              aria-selected={operator === active}
              className="min-h-9 cursor-pointer truncate rounded-sm px-3 py-1.5 hover:bg-paper aria-selected:bg-primary-soft forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
              onClick={() => take(operator)}
            >
              @{operator.name}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Edits the text as if the operator had typed it: the form notices, and the caret ends up after the new text. */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  field.focus();
  field.setRangeText(text, start, end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
