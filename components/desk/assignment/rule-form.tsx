"use client";

import { useWatch } from "react-hook-form";
import { CheckboxGroup, Field, Select } from "#components/ui/field.tsx";
import { Table } from "#components/ui/table.tsx";
import {
  type Assignable,
  type AssignmentRule,
  assignmentOperations,
  assignmentPath,
  Conditions,
  findRule,
  hasOnlyAccents,
  type RuleOperator,
  ruleConditions,
} from "#lib/domain/submissions/assignment/assignment.ts";
import { submissionPath, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ConditionSelects } from "../core/condition-texts.tsx";
import { type DeskForm, RowForm, useDeskForm } from "../core/desk-form.tsx";
import { HeadedSection } from "../core/facts.tsx";
import { formatSubject } from "../core/mail-texts.ts";
import { type Topic, useRuleTexts } from "./rule-table.tsx";

type Props = {
  /** Null for a new rule. */
  rule: AssignmentRule | null;
  rules: AssignmentRule[];
  operators: Omit<RuleOperator, "lastTurn">[];
  topics: Topic[];
  latest: (Assignable & { name: string })[];
};

type RuleValues = Record<"name" | (typeof ruleConditions)[number], string> & {
  operators: Record<string, boolean>;
};
type RuleForm = DeskForm<RuleValues>;

export function AssignmentRuleForm({ rule, rules, operators, topics, latest }: Props) {
  const t = useDeskText("assignment");
  const isChosen = (id: string) => rule?.operators.some((operator) => operator.id === id) ?? false;
  const offered = operators.filter(({ id, isDisabled }) => !isDisabled || isChosen(id));
  const conditions = Object.fromEntries(ruleConditions.map((name) => [name, rule?.[name] ?? ""]));
  const form: RuleForm = useDeskForm<unknown, RuleValues>({
    id: "rule-form",
    idPrefix: "rule-",
    operation: assignmentOperations.saveAssignmentRule,
    row: { key: "rule", stored: rule, listPath: assignmentPath },
    defaultValues: {
      name: rule?.name ?? "",
      ...conditions,
      operators: Object.fromEntries(offered.map(({ id }) => [id, isChosen(id)])),
    },
    toBody: (values) => ({ ...values, operators: listChosenOperators(values) }),
    formatFault: (fault) => {
      if (fault.field === "operators") return t("fault.operators");
      if (fault.field === "name" || fault.rule !== "other") return undefined;
      const isAccent = fault.field === "company" && hasOnlyAccents(form.getValues().company ?? "");
      return t(isAccent ? "fault.accentAlone" : "fault.impossible");
    },
    done: t("saved"),
    problemTexts: { conflict: t("conflict") },
  });
  const values = useWatch({ control: form.control }) as RuleValues;
  const title = rule ? t("editLabel", { name: rule.name }) : t("new");
  return (
    <>
      <RowForm form={form} title={title} save={t("save")}>
        <div className="max-w-xl">
          <Field {...form.field("name")} label={t("name")} hint={t("nameHint")} required autoComplete="off" />
        </div>
        <ConditionFields form={form} rule={rule} topics={topics} />
        <OperatorChoice form={form} rule={rule} offered={offered} />
      </RowForm>
      <RuleTrial values={values} rule={rule} rules={rules} operators={operators} latest={latest} />
    </>
  );
}

type FieldsProps = Pick<Props, "rule" | "topics"> & { form: RuleForm };

function ConditionFields({ form, rule, topics }: FieldsProps) {
  const t = useDeskText("assignment");
  const tFields = useDeskText("fields");
  const { formatTopic } = useRuleTexts(topics);
  const gone = rule?.topic && !topics.some(({ slug }) => slug === rule.topic) ? [rule.topic] : [];
  const slugs = [...topics.map(({ slug }) => slug), ...gone];
  const any = t("any");
  return (
    <div className="grid max-w-6xl items-end gap-4 md:grid-cols-2 xl:grid-cols-3">
      <ConditionSelects form={form} names={["kind", "route"]} any={any} />
      <Select
        {...form.field("topic")}
        label={tFields("labels.topic")}
        options={[["", any], ...slugs.map((slug) => [slug, formatTopic(slug)] as const)]}
      />
      <ConditionSelects form={form} names={["language", "channel"]} any={any} />
      <Field {...form.field("company")} label={t("company")} hint={t("companyHint")} autoComplete="off" />
    </div>
  );
}

type ChoiceProps = Pick<Props, "rule"> & { form: RuleForm; offered: Props["operators"] };

function OperatorChoice({ form, rule, offered }: ChoiceProps) {
  const t = useDeskText("assignment");
  const { formatOperator } = useRuleTexts([]);
  return (
    <CheckboxGroup
      id="rule-operators"
      legend={t("operators")}
      hint={t("operatorsHint")}
      error={form.getError("operators")}
      className="flex flex-wrap gap-x-6"
      boxes={offered.map((operator) => ({
        ...form.register(`operators.${operator.id}`),
        defaultChecked: rule?.operators.some(({ id }) => id === operator.id),
        label: formatOperator(operator),
      }))}
    />
  );
}

function listChosenOperators({ operators }: Pick<RuleValues, "operators">): string[] {
  return Object.entries(operators).flatMap(([id, isChosen]) => (isChosen ? [id] : []));
}

type TrialProps = Omit<Props, "topics"> & { values: RuleValues };

function RuleTrial({ values, rule, rules, operators, latest }: TrialProps) {
  const t = useDeskText("assignment");
  const mail = useDeskText("mail");
  const chosen = listChosenOperators(values);
  const conditions = Conditions.safeParse(values).data;
  const tried = {
    id: rule?.id ?? 0,
    name: t("thisRule"),
    isOn: rule?.isOn ?? true,
    operators: conditions ? operators.filter(({ id }) => chosen.includes(id)) : [],
    ...(conditions ?? Conditions.parse({})),
  };
  const all = rule ? rules.map((each) => (each.id === rule.id ? tried : each)) : [...rules, tried];
  return (
    <HeadedSection id="trial-title" title={t("trial")} className="mt-10" headingClassName="mb-2 text-xl">
      <p className="mb-4 max-w-prose text-muted">{t(latest.length ? "trialHint" : "trialNone")}</p>
      {latest.length > 0 && (
        <Table
          caption={t("trial")}
          rows={latest.map((submission) => ({ ...submission, rule: findRule(all, submission) }))}
          getKey={toSubmissionKey}
          columns={[
            {
              header: t("submission"),
              isRowHeader: true,
              cell: ({ kind, id, name, company }) => (
                <>
                  <a className="link" href={submissionPath({ kind, id })}>
                    {formatSubject(mail, { kind, id })}
                  </a>{" "}
                  <span className="font-normal">{company === null ? name : `${name}, ${company}`}</span>
                </>
              ),
            },
            {
              header: t("result"),
              isLabelled: true,
              cell: ({ rule: found }) => {
                if (!found) return <span className="text-muted">{t("nobody")}</span>;
                return found === tried ? <strong>{found.name}</strong> : found.name;
              },
            },
          ]}
        />
      )}
    </HeadedSection>
  );
}
