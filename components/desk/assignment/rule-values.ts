import type { useForm } from "#components/forms/use-form.ts";
import type { ruleConditions } from "#lib/domain/desk/assignment.ts";

/** What the form of a rule holds. */
export type RuleValues = Record<"name" | (typeof ruleConditions)[number], string> & {
  operators: Record<string, boolean>;
};
export type RuleForm = ReturnType<typeof useForm<RuleValues>>;

export function listChosen({ operators }: Pick<RuleValues, "operators">): string[] {
  return Object.entries(operators).flatMap(([id, isChosen]) => (isChosen ? [id] : []));
}
