import { useCallback, useSyncExternalStore } from "react";
import type { useForm } from "./use-form.ts";

type Form = Pick<ReturnType<typeof useForm>, "subscribe" | "getValues">;

/** Returns the current text of a field, and renders again on every keystroke. */
export function useFieldText({ subscribe, getValues }: Form, name: string): string {
  const follow = useCallback(
    (callback: () => void) => subscribe({ name, formState: { values: true }, callback }),
    [subscribe, name],
  );
  return useSyncExternalStore(
    follow,
    () => getValues()[name] ?? "",
    () => "",
  );
}
