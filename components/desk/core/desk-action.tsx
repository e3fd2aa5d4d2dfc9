"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, use, useState } from "react";
import type * as z from "zod/mini";
import { type ButtonLook, buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { type CallOutcome, call, fillPath } from "#lib/contract/client.ts";
import type { Operation } from "#lib/domain/operation.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { notifyNextPage, type ProblemTexts, useNotice } from "./notice.tsx";

type Options<Result> = {
  done?: (result: Result) => string;
  /** Path of the page to open on success, which then shows `done`. */
  next?: (result: Result) => string;
  /** `refused` is also shown for a refusal that names fields, because the caller has no form to mark them in. */
  texts?: ProblemTexts;
  /** Skips the refresh of the page, because the caller leaves it on success. */
  isLeaving?: boolean;
};

/** A page that holds its own data sets this to a function that reads the data again. */
export const RefreshContext = createContext<(() => unknown) | null>(null);

export function useDeskCall() {
  const notify = useNotice();
  const router = useRouter();
  const refresh = use(RefreshContext) ?? (() => router.refresh());
  return async <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
    operation: Operation<Input, Output>,
    body: z.input<Input>,
    { done, next, texts, isLeaving = next !== undefined }: Options<z.output<Output>> = {},
  ): Promise<CallOutcome<z.output<Output>>> => {
    const about = fillPath(operation, body);
    notify(null, about);
    const outcome = await call(operation, body);
    const isOutdated = outcome.kind === "conflict" || outcome.kind === "not_found";
    if (isOutdated || (outcome.kind === "done" && !isLeaving)) refresh();
    if (outcome.kind !== "done") {
      const isInForm = outcome.kind === "refused" && outcome.faults.length > 0 && !texts?.refused;
      if (!isInForm) notify({ problem: outcome, texts, about });
      return outcome;
    }
    if (done) (next ? notifyNextPage : notify)({ done: done(outcome.result) });
    if (next) router.push(next(outcome.result));
    return outcome;
  };
}

type Props = Pick<ComponentProps<"button">, "aria-describedby"> & {
  text: string;
  label?: string;
  look?: ButtonLook;
  onPress: () => unknown;
};

export function ActionButton({ text, label, look = "quiet", onPress, ...props }: Props) {
  const isHydrated = useIsHydrated();
  const [isSending, setIsSending] = useState(false);
  return (
    <button
      {...props}
      type="button"
      disabled={!isHydrated}
      className={buttonClass(look)}
      aria-label={label}
      aria-disabled={isSending}
      onClick={async () => {
        if (isSending) return;
        setIsSending(true);
        await onPress();
        setIsSending(false);
      }}
    >
      {text}
    </button>
  );
}

export function ConfirmAction(props: Omit<ComponentProps<typeof ConfirmButton>, "no"> & { no?: string }) {
  const t = useDeskText("list");
  return <ConfirmButton no={t("cancel")} {...props} />;
}

type SwitchKey = "switchOff" | "switchOffLabel" | "switchOn" | "switchOnLabel";
type ChangeKey = "edit" | "editLabel" | "remove" | "removeLabel" | "removeSure" | "removeWhat";
type Texts<Key> = (key: Key, values?: { name: string }) => string;

type SwitchProps = { t: Texts<SwitchKey>; name: string; isOn: boolean; onSwitch: () => Promise<unknown> };

export function SwitchButton({ t, name, isOn, onSwitch }: SwitchProps) {
  return (
    <ActionButton
      text={t(isOn ? "switchOff" : "switchOn")}
      label={t(isOn ? "switchOffLabel" : "switchOnLabel", { name })}
      onPress={onSwitch}
    />
  );
}

type RowActionsProps = {
  t: Texts<ChangeKey>;
  id: number | string;
  name: string;
  listPath: string;
  onRemove: () => Promise<CallOutcome<unknown>>;
  children?: ReactNode;
};

/** After a removal, opens `listPath` without `edit`, because the form may show the removed row. */
export function RowActions({ t, id, name, listPath, onRemove, children }: RowActionsProps) {
  const router = useRouter();
  const remove = async () => {
    const outcome = await onRemove();
    if (outcome.kind === "done") router.replace(listPath);
  };
  return (
    <>
      <a className={buttonClass("quiet")} href={`${listPath}?edit=${id}`} aria-label={t("editLabel", { name })}>
        {t("edit")}
      </a>
      {children}
      <ConfirmAction
        text={t("remove")}
        label={t("removeLabel", { name })}
        title={t("removeSure", { name })}
        onConfirm={remove}
      >
        {t("removeWhat")}
      </ConfirmAction>
    </>
  );
}
