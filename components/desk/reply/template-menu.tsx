"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { fold } from "#lib/domain/fold.ts";
import type { ReplyDesk } from "#lib/domain/submissions/reply/reply.ts";
import { templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Template = ReplyDesk["templates"][number];
type Props = {
  templates: Template[];
  isEditor: boolean;
  onChoose: (template: Template) => void;
  onClose: () => void;
};

/** Opens with the focus in its search field. A digit picks a template while that field is empty. */
export function TemplateMenu({ templates, isEditor, onChoose, onClose }: Props) {
  const t = useDeskText("reply");
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  useEffect(() => search.current?.focus(), []);
  const found = templates.filter(({ name }) =>
    fold(query)
      .split(/\s+/)
      .every((word) => fold(name).includes(word)),
  );
  const active = found[at];

  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const numbered = query === "" && /^[1-9]$/.test(key) ? found[Number(key) - 1] : undefined;
    const chosen = key === "Enter" ? active : numbered;
    const isKnown = chosen || ["Enter", "Escape", "ArrowDown", "ArrowUp"].includes(key);
    if (!isKnown) return;
    event.preventDefault();
    event.stopPropagation();
    if (chosen) return onChoose(chosen);
    if (key === "Escape") return onClose();
    if (found.length) setAt((at + (key === "ArrowUp" ? found.length - 1 : 1)) % found.length);
  };

  return (
    <div className="rounded-sm border border-edge bg-surface p-2 shadow-lg">
      <input
        ref={search}
        role="combobox"
        aria-label={t("templates.search")}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-describedby={`${id}-keys`}
        autoComplete="off"
        placeholder={t("templates.search")}
        className="block min-h-10 w-full -outline-offset-1 rounded-sm border border-edge bg-surface px-3 text-ink"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={t("templates.open")}
        className="mt-2 mb-1 max-h-64 overflow-y-auto"
      >
        {found.map((template, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys.
          <div
            key={template.id}
            role="option"
            id={`${id}-${template.id}`}
            aria-selected={template === active}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-3 py-1 hover:bg-paper aria-selected:bg-primary-soft forced-colors:aria-selected:outline-2 forced-colors:aria-selected:-outline-offset-2"
            onClick={() => onChoose(template)}
          >
            <span aria-hidden="true" className="w-4 shrink-0 text-sm text-muted tabular-nums">
              {query === "" && index < 9 ? index + 1 : ""}
            </span>
            <span className="min-w-0 flex-1 truncate">{template.name}</span>
            {!template.suits && <span className="text-sm text-muted">{t("templates.other")}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-3 py-1 text-muted">
          {t(templates.length ? "templates.none" : "templates.empty")}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 px-3 text-sm text-muted">
        <span id={`${id}-keys`}>{t("templates.keys")}</span>
        {isEditor && (
          <a className="link" href={templatesPath}>
            {t("templates.edit")}
          </a>
        )}
      </p>
    </div>
  );
}
