import * as z from "zod/mini";
import { type JsonObject, listKeys } from "../../json.ts";
import type { Locale } from "../../locale.ts";
import { Done, defineDeskPost, nameOperations } from "../../operation.ts";
import { orNull, type RuleIssue, storedId, text, wholeNumber, withRules } from "../../schema-kit.ts";
import { fold } from "../../spelling.ts";
import type { Duty } from "../core/duty.ts";
import { type channels, conditions } from "../core/schema.ts";
import type { SubmissionRef } from "../core/submission-ref.ts";
import { submissionTexts, topicShape } from "../core/submission-texts.ts";

export const assignmentPath = "/admin/assignment";

export const ruleNameMax = 80;
export const rulesMax = 50;

/** A submission must meet all of them. */
const allConditions = {
  ...conditions,
  company: orNull(text({ min: 1, max: submissionTexts.company.max })),
  topic: orNull(z.string().check(z.regex(topicShape))),
};
export const ruleConditions = listKeys(allConditions);

const fields = {
  name: text({ min: 1, max: ruleNameMax }),
  ...allConditions,
  operators: z.array(storedId()).check(z.minLength(1), z.maxLength(100)),
};

export const Conditions = z.object(allConditions);
export type Conditions = z.infer<typeof Conditions>;

/** Returns whether the company consists of accents only. They fold to an empty text, which would match every name. */
export const hasOnlyAccents = (company: string) => company.trim() !== "" && fold(company).trim() === "";

/** Inquiries have neither route nor company, and evaluations have no topic. */
function checkConditions({ kind, route, company, topic }: JsonObject): RuleIssue[] {
  const issue = (field: string) => ({ path: [field], message: "never matches", params: {} });
  if (typeof company === "string" && hasOnlyAccents(company)) return [issue("company")];
  if (topic && (kind === "evaluation" || route || company)) return [issue("topic")];
  if (kind !== "inquiry") return [];
  return [...(route ? [issue("route")] : []), ...(company ? [issue("company")] : [])];
}

/** A new rule, or an edit of `rule`. `version` is the one that the admin edited, to detect conflicts. */
export const NewRule = withRules(
  z.object({ ...fields, rule: z.optional(wholeNumber()), version: z.optional(wholeNumber()) }),
  checkConditions,
);
export type NewRule = z.infer<typeof NewRule>;

const ruleVersion = { rule: wholeNumber(), version: wholeNumber() };
export const RuleVersion = z.object(ruleVersion);
export type RuleVersion = z.infer<typeof RuleVersion>;

export const RuleSwitch = z.object({ ...ruleVersion, isOn: z.boolean() });
export type RuleSwitch = z.infer<typeof RuleSwitch>;

export const RuleOrder = z.object({ rules: z.array(wholeNumber()).check(z.maxLength(rulesMax)) });
export type RuleOrder = z.infer<typeof RuleOrder>;

/** `lastTurn` is the rule's turn in which the operator last got a submission; 0 means never. */
type Candidate = { id: string; isOnDuty: boolean; lastTurn: number };

export type RuleOperator = Candidate & Duty & { name: string; isDisabled: boolean };

export type AssignmentRule = Conditions & {
  id: number;
  version: number;
  name: string;
  isOn: boolean;
  operators: RuleOperator[];
};

export type Assignable = SubmissionRef &
  Pick<Conditions, "route" | "company" | "topic"> & {
    language: Locale;
    channel: (typeof channels)[number];
  };

/** The rule's company matches anywhere in the submission's company name, ignoring case and accents. */
export function matchesRule(conditions: Conditions, submission: Assignable): boolean {
  const { company, ...equal } = conditions;
  if (company !== null && hasOnlyAccents(company)) return false;
  if (company !== null && !fold(submission.company ?? "").includes(fold(company))) return false;
  return (["kind", "route", "language", "channel", "topic"] as const).every(
    (name) => equal[name] === null || equal[name] === submission[name],
  );
}

export function findRule<Rule extends Conditions & { isOn: boolean; operators: Pick<Candidate, "isOnDuty">[] }>(
  rules: readonly Rule[],
  submission: Assignable,
): Rule | undefined {
  return rules.find(
    (rule) => rule.isOn && rule.operators.some(({ isOnDuty }) => isOnDuty) && matchesRule(rule, submission),
  );
}

export function findNextOperator<Operator extends Candidate>(operators: readonly Operator[]): Operator | undefined {
  const onDuty = operators.filter(({ isOnDuty }) => isOnDuty);
  return onDuty.toSorted((one, other) => one.lastTurn - other.lastTurn)[0];
}

const Saved = z.object({ rule: z.int(), version: z.int() });

export const assignmentOperations = nameOperations({
  saveAssignmentRule: defineDeskPost(`${assignmentPath}/save`, "admin", NewRule, Saved),
  switchAssignmentRule: defineDeskPost(`${assignmentPath}/switch`, "admin", RuleSwitch, Done),
  orderAssignmentRules: defineDeskPost(`${assignmentPath}/order`, "admin", RuleOrder, Done),
  removeAssignmentRule: defineDeskPost(`${assignmentPath}/remove`, "admin", RuleVersion, Done),
});
