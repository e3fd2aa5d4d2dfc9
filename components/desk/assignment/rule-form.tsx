"use client";

import { useRouter } from "next/navigation";
import { useForm } from "#components/forms/use-form.ts";
import { Field, type Option, Select } from "#components/ui/field.tsx";
import {
  type Assignable,
  type AssignmentRule,
  assignmentOperations,
  assignmentPath,
  isAccentAlone,
  type RuleOperator,
  ruleCompanyMax,
  ruleConditions,
  ruleNameMax,
} from "#lib/domain/submissions/assignment/assignment.ts";
import { channels, LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { submissionKinds } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { CancelLink, formatTextFault, SubmitButton } from "../core/desk-form.tsx";
import { useNotice } from "../core/notice.tsx";
import { RuleTrial } from "./rule-trial.tsx";
import { listChosen, type RuleForm, type RuleValues, useRuleValues } from "./rule-values.ts";
import { type Topic, useRuleTexts } from "./use-rule-texts.ts";

type Props = {
  /** Null for a new rule. */
  rule: AssignmentRule | null;
  rules: AssignmentRule[];
  operators: Omit<RuleOperator, "lastTurn">[];
  topics: Topic[];
  latest: (Assignable & { name: string })[];
};

export function AssignmentRuleForm({ rule, rules, operators, topics, latest }: Props) {
  const t = useDeskText("assignment");
  const inbox = useDeskText("inbox");
  const callDesk = useDeskCall();
  const notify = useNotice();
  const router = useRouter();
  const offered = operators.filter(
    ({ id, isDisabled }) => !isDisabled || rule?.operators.some((operator) => operator.id === id),
  );
  const conditions = Object.fromEntries(ruleConditions.map((name) => [name, rule?.[name] ?? ""]));
  const form: RuleForm = useForm<RuleValues>({
    id: "rule-form",
    idPrefix: "rule-",
    operation: assignmentOperations.saveAssignmentRule,
    fields: ["name", ...ruleConditions, "operators"],
    defaultValues: {
      name: rule?.name ?? "",
      ...conditions,
      operators: Object.fromEntries(rule?.operators.map(({ id }) => [id, true]) ?? []),
    },
    toBody: (values) => {
      const body = { ...values, operators: listChosen(values) };
      return rule ? { ...body, rule: rule.id, version: rule.version } : body;
    },
    formatFault: (fault) => {
      if (fault.field === "operators") return t("fault.operators");
      if (fault.field === "name") return formatTextFault(inbox, ruleNameMax)(fault);
      if (fault.rule !== "other") return formatTextFault(inbox, ruleCompanyMax)(fault);
      const isAccent = fault.field === "company" && isAccentAlone(form.getValues().company ?? "");
      return t(isAccent ? "fault.accentAlone" : "fault.impossible");
    },
    draft: { name: `desk.rule.${rule?.id ?? "new"}`, storage: "session" },
    send: (body) =>
      callDesk(assignmentOperations.saveAssignmentRule, body as never, { texts: { conflict: t("conflict") } }),
    onDone: () => {
      form.clear();
      notify({ done: t("saved") });
      if (rule) router.replace(assignmentPath);
    },
  });
  const values = useRuleValues(form);
  const title = rule ? t("editLabel", { name: rule.name }) : t("new");
  return (
    <>
      <form {...form.props} className="mt-10 space-y-4">
        <h2 className="text-xl wrap-anywhere">{title}</h2>
        <div className="max-w-xl">
          <Field {...form.field("name")} label={t("name")} hint={t("nameHint")} required autoComplete="off" />
        </div>
        <ConditionFields form={form} rule={rule} topics={topics} />
        <OperatorChoice form={form} values={values} offered={offered} />
        <p className="flex flex-wrap gap-4">
          <SubmitButton form={form}>{t("save")}</SubmitButton>
          {rule && <CancelLink href={assignmentPath} form={form} />}
        </p>
      </form>
      <RuleTrial values={values} rule={rule} rules={rules} operators={operators} latest={latest} />
    </>
  );
}

type FieldsProps = Pick<Props, "rule" | "topics"> & { form: RuleForm };

function ConditionFields({ form, rule, topics }: FieldsProps) {
  const t = useDeskText("assignment");
  const inbox = useDeskText("inbox");
  const { formatTopic } = useRuleTexts(topics);
  const any = (options: readonly Option[]): Option[] => [["", t("any")], ...options];
  const gone = rule?.topic && !topics.some(({ slug }) => slug === rule.topic) ? [rule.topic] : [];
  return (
    <div className="grid max-w-6xl items-end gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Select
        {...form.field("kind")}
        label={inbox("kindLabel")}
        options={any(submissionKinds.map((kind) => [kind, inbox(`kind.${kind}`)]))}
      />
      <Select
        {...form.field("route")}
        label={inbox("routeLabel")}
        options={any(LeadRoute.options.map((route) => [route, inbox(`route.${route}`)]))}
      />
      <Select
        {...form.field("topic")}
        label={inbox("topic")}
        options={any([
          ...topics.map((topic) => [topic.slug, formatTopic(topic.slug)] as const),
          ...gone.map((slug) => [slug, slug] as const),
        ])}
      />
      <Select
        {...form.field("language")}
        label={inbox("languageLabel")}
        options={any(locales.map((language) => [language, inbox(`language.${language}`)]))}
      />
      <Select
        {...form.field("channel")}
        label={inbox("channelLabel")}
        options={any(channels.map((channel) => [channel, inbox(`channel.${channel}`)]))}
      />
      <Field {...form.field("company")} label={t("company")} hint={t("companyHint")} autoComplete="off" />
    </div>
  );
}

type ChoiceProps = { form: RuleForm; values: RuleValues; offered: Props["operators"] };

function OperatorChoice({ form, values, offered }: ChoiceProps) {
  const t = useDeskText("assignment");
  const { formatOperator } = useRuleTexts([]);
  const error = form.getError("operators");
  const choose = (id: string, isChosen: boolean) => {
    const operators = { ...values.operators, [id]: isChosen };
    form.setValue("operators", operators, { shouldValidate: error !== undefined });
  };
  return (
    <fieldset className={error ? "border-l-4 border-danger pl-4" : undefined}>
      <legend className="font-semibold">{t("operators")}</legend>
      <p id="rule-operators-hint" className="mb-2 text-sm text-muted">
        {t("operatorsHint")}
      </p>
      {error && (
        <p id="rule-operators-error" className="mb-2 font-medium text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-x-6">
        {offered.map((operator, at) => (
          <label key={operator.id} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name={`operators.${operator.id}`}
              checked={values.operators[operator.id] ?? false}
              aria-describedby={error ? "rule-operators-error" : "rule-operators-hint"}
              aria-invalid={error && at === 0 ? true : undefined}
              onChange={({ target }) => choose(operator.id, target.checked)}
              className="size-5 shrink-0"
            />
            {formatOperator(operator)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
