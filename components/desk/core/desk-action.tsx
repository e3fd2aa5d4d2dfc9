"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use, useRef, useState } from "react";
import type * as z from "zod/mini";
import { type ButtonLook, buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { type CallOutcome, call, fillPath } from "#lib/contract/client.ts";
import type { Operation } from "#lib/domain/operation.ts";
import { type ProblemTexts, useNotice } from "./notice.tsx";

type Options<Result> = {
  done?: (result: Result) => string;
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
    { done, texts, isLeaving = false }: Options<z.output<Output>> = {},
  ): Promise<CallOutcome<z.output<Output>>> => {
    const about = fillPath(operation, body);
    notify(null, about);
    const outcome = await call(operation, body);
    const isOutdated = outcome.kind === "conflict" || outcome.kind === "not_found";
    if (isOutdated || (outcome.kind === "done" && !isLeaving)) refresh();
    const isOfFields = outcome.kind === "refused" && outcome.faults.length > 0;
    if (outcome.kind === "done") {
      if (done) notify({ done: done(outcome.result) });
    } else if (!isOfFields) notify({ problem: outcome, texts, about });
    return outcome;
  };
}

type Props = Omit<ComponentProps<"button">, "onClick" | "className" | "type" | "disabled"> & {
  look?: ButtonLook;
  onPress: (event: MouseEvent<HTMLButtonElement>) => Promise<unknown>;
};

export function ActionButton({ look, onPress, ...props }: Props) {
  const isHydrated = useIsHydrated();
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  return (
    <button
      {...props}
      type="button"
      disabled={!isHydrated}
      className={buttonClass(look)}
      aria-disabled={isSending}
      onClick={async (event) => {
        if (isUnderWay.current) return;
        isUnderWay.current = true;
        setIsSending(true);
        await onPress(event);
        isUnderWay.current = false;
        setIsSending(false);
      }}
    />
  );
}

type SwitchKey = "switchOff" | "switchOffLabel" | "switchOn" | "switchOnLabel";
type ChangeKey = "edit" | "editLabel" | "remove" | "removeLabel" | "removeSure" | "removeWhat" | "keep";
type Texts<Key> = (key: Key, values?: { name: string }) => string;

type SwitchProps = { t: Texts<SwitchKey>; name: string; isOn: boolean; onSwitch: () => Promise<unknown> };

export function SwitchButton({ t, name, isOn, onSwitch }: SwitchProps) {
  return (
    <ActionButton look="quiet" aria-label={t(isOn ? "switchOffLabel" : "switchOnLabel", { name })} onPress={onSwitch}>
      {t(isOn ? "switchOff" : "switchOn")}
    </ActionButton>
  );
}

type RowActionsProps = {
  t: Texts<ChangeKey>;
  name: string;
  editPath: string;
  onRemove: () => Promise<unknown>;
  children?: ReactNode;
};

export function RowActions({ t, name, editPath, onRemove, children }: RowActionsProps) {
  return (
    <>
      <a className={buttonClass("quiet")} href={editPath} aria-label={t("editLabel", { name })}>
        {t("edit")}
      </a>
      {children}
      <ConfirmButton
        text={t("remove")}
        label={t("removeLabel", { name })}
        title={t("removeSure", { name })}
        yes={t("remove")}
        no={t("keep")}
        onConfirm={onRemove}
      >
        {t("removeWhat")}
      </ConfirmButton>
    </>
  );
}
