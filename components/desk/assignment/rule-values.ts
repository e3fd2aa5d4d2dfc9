"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { useForm } from "#components/forms/use-form.ts";
import type { ruleConditions } from "#lib/domain/submissions/assignment/assignment.ts";

export type RuleValues = Record<"name" | (typeof ruleConditions)[number], string> & {
  operators: Record<string, boolean>;
};
export type RuleForm = ReturnType<typeof useForm<RuleValues>>;

/** Returns the form's current values, and renders again on every keystroke. */
export function useRuleValues({ subscribe, getValues }: RuleForm): RuleValues {
  const follow = useCallback(
    (callback: () => void) => subscribe({ formState: { values: true }, callback }),
    [subscribe],
  );
  const read = () => JSON.stringify(getValues());
  return JSON.parse(useSyncExternalStore(follow, read, read));
}

export function listChosen({ operators }: Pick<RuleValues, "operators">): string[] {
  return Object.entries(operators).flatMap(([id, isChosen]) => (isChosen ? [id] : []));
}
