"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { Picture } from "#components/ui/picture.tsx";
import { pictureBytesMax } from "#lib/domain/picture.ts";
import { type PictureFault, pictureFaults, siteOperations } from "#lib/domain/site-operations.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { toBase64 } from "../core/to-base64.ts";

type Props = Pick<ComponentProps<typeof Field>, "id" | "label" | "hint" | "error" | "optional"> & {
  value: string;
  onChange: (event: { target: { value: string } }) => unknown;
};

/** Stores a chosen file at once; its reference is a value of the form, like a text. */
export function PictureField({ value, onChange, ...field }: Props) {
  const t = useDeskText("site");
  const callDesk = useDeskCall();
  const [state, setState] = useState<"adding" | "added" | "removed" | PictureFault | null>(null);
  /** From the last render, because other fields of the list may change while a file is sent. */
  const change = useRef<typeof onChange | null>(null);
  useEffect(() => {
    change.current = onChange;
    return () => {
      change.current = null;
    };
  });

  const send = async (file: File): Promise<PictureFault | "added" | null> => {
    if (file.size > pictureBytesMax) return "bytes";
    const content = await toBase64(file).catch(() => "");
    if (!content) return "broken";
    const outcome = await callDesk(siteOperations.addPicture, { content }, { isLeaving: true });
    if (outcome.kind !== "done") return null;
    if ("fault" in outcome.result) return outcome.result.fault;
    change.current?.({ target: { value: outcome.result.picture } });
    return "added";
  };
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file || state === "adding") return;
    setState("adding");
    setState(await send(file));
    input.value = "";
  };
  const remove = () => {
    onChange({ target: { value: "" } });
    setState("removed");
    document.getElementById(field.id)?.focus();
  };

  return (
    <div className="md:col-span-2">
      <Field
        {...field}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
      <p
        role="status"
        className={`mt-2 text-sm empty:hidden ${pictureFaults.some((fault) => fault === state) ? "font-medium text-danger" : "text-muted"}`}
      >
        {state && t(`pictures.${state}`)}
      </p>
      {value && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm">
          <Picture
            file={value}
            alt=""
            sizes="160px"
            className="h-20 w-40 rounded-sm border border-line bg-surface object-contain dark:bg-ink"
          />
          <button
            type="button"
            className={buttonClass("quiet")}
            aria-label={t("pictures.removeOf", { label: field.label })}
            onClick={remove}
          >
            {t("remove")}
          </button>
        </p>
      )}
    </div>
  );
}
