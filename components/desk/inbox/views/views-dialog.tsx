"use client";

import { useEffect, useId, useRef } from "react";
import type * as z from "zod/mini";
import { buttonClass } from "#components/ui/button.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import type { Operation } from "#lib/domain/operation.ts";
import { type ListedView, viewNameMax, viewOperations } from "#lib/domain/submissions/inbox/views.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = {
  views: readonly ListedView[];
  onChange: <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
    operation: Operation<Input, Output>,
    body: z.input<Input>,
    done: string,
  ) => Promise<unknown>;
  onClose: () => void;
};

export function ViewsDialog({ views, onChange, onClose }: Props) {
  const t = useDeskText("triage");
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Remembers the pressed button, because browsers take the focus from an element that is moved or removed.
  const pressed = useRef<HTMLElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    (pressed.current.isConnected ? pressed : closeButton).current?.focus();
    pressed.current = null;
  });
  const move = (at: number, by: 1 | -1, name: string, button: HTMLElement) => {
    pressed.current = button;
    const order = views.map((view) => Number(view.id));
    order.splice(at + by, 0, ...order.splice(at, 1));
    return onChange(viewOperations.orderViews, { ids: order }, t("views.moved", { name, at: at + by + 1 }));
  };
  const button =
    "min-h-9 min-w-9 cursor-pointer rounded-sm px-2 text-[0.875rem] hover:text-primary aria-disabled:opacity-40";
  return (
    <Dialog
      ref={dialog}
      labelledBy={`${id}-title`}
      width="wide"
      onPointerDown={() => {
        pressed.current = null;
      }}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className="mb-3 font-semibold">
        {t("views.manageTitle")}
      </h2>
      <ul className="divide-y divide-line">
        {views.map(({ id: viewId, name: given, isShared }, at) => {
          const name = given ?? "";
          return (
            <li key={viewId} className="flex flex-wrap items-center gap-2 py-2">
              <input
                type="text"
                aria-label={t("views.nameOf", { name })}
                defaultValue={name}
                maxLength={viewNameMax}
                autoComplete="off"
                onBlur={({ target }) => {
                  const text = target.value.trim();
                  if (!text) target.value = name;
                  else if (text !== name) {
                    void onChange(viewOperations.changeView, { id: Number(viewId), name: text }, t("views.renamed"));
                  }
                }}
                className="min-h-9 min-w-40 flex-1 rounded-sm border border-edge bg-surface px-2"
              />
              <label className="flex min-h-9 cursor-pointer items-center gap-2 text-[0.875rem] max-sm:basis-full">
                <input
                  type="checkbox"
                  className="size-5 shrink-0"
                  checked={isShared}
                  onChange={({ target }) =>
                    onChange(
                      viewOperations.changeView,
                      { id: Number(viewId), isShared: target.checked },
                      t("views.changed"),
                    )
                  }
                />
                {t("views.isShared")}
              </label>
              {([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  className={button}
                  aria-disabled={!views[at + by]}
                  aria-label={t(by < 0 ? "views.up" : "views.down", { name })}
                  onClick={({ currentTarget }) => views[at + by] && move(at, by, name, currentTarget)}
                >
                  {by < 0 ? "↑" : "↓"}
                </button>
              ))}
              <button
                type="button"
                className={`${button} text-danger`}
                aria-label={t("views.deleteOf", { name })}
                onClick={({ currentTarget }) => {
                  pressed.current = currentTarget;
                  void onChange(viewOperations.deleteView, { id: Number(viewId) }, t("views.deleted"));
                }}
              >
                {t("views.delete")}
              </button>
            </li>
          );
        })}
      </ul>
      {views.length === 0 && <p className="text-muted">{t("views.none")}</p>}
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
