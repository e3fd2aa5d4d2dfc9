"use client";

import { MoveButtons, useRowOrder } from "#components/desk/core/editor-parts.tsx";
import { Table } from "#components/ui/table.tsx";
import {
  type AssignmentRule,
  assignmentOperations,
  assignmentPath,
  type Conditions,
  type RuleOperator,
} from "#lib/domain/submissions/assignment/assignment.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { useDutyDayFormat } from "../access/duty.tsx";
import { useConditionTexts } from "../core/condition-texts.tsx";
import { RowActions, SwitchButton, useDeskCall } from "../core/desk-action.tsx";

export type Topic = { slug: string; titleEn: string; titleEs: string };

export function useRuleTexts(topics: readonly Topic[]) {
  const t = useDeskText("assignment");
  const { listConditions } = useConditionTexts();
  const formatDay = useDutyDayFormat();
  const language = useDeskLanguage();
  const findTopic = (slug: string) => topics.find((topic) => topic.slug === slug);
  const formatTopic = (slug: string) => findTopic(slug)?.[language === "es" ? "titleEs" : "titleEn"] ?? slug;
  const formatConditions = ({ company, topic, ...others }: Conditions): string => {
    const parts = [
      ...listConditions(others),
      company && t("companyWith", { part: company }),
      topic && t("topicIs", { topic: formatTopic(topic) }),
    ].filter(Boolean);
    return parts.length ? parts.join(" · ") : t("everything");
  };
  const formatOperator = ({ name, isDisabled, isOnDuty, offDutyUntil }: Omit<RuleOperator, "id" | "lastTurn">) => {
    if (isDisabled) return t("disabled", { name });
    if (isOnDuty) return name;
    return offDutyUntil ? t("offDutyUntil", { name, day: formatDay(offDutyUntil) }) : t("offDuty", { name });
  };
  const findFault = ({ operators, topic }: AssignmentRule): string | null => {
    if (!operators.length) return t("attention.empty");
    if (operators.some(({ isDisabled }) => isDisabled)) return t("attention.disabled");
    if (topic !== null && !findTopic(topic)) return t("attention.topic");
    return operators.some(({ isOnDuty }) => isOnDuty) ? null : t("attention.nobody");
  };
  return { formatTopic, formatConditions, formatOperator, findFault };
}

type Props = { rules: AssignmentRule[]; topics: Topic[] };

export function RuleTable({ rules, topics }: Props) {
  const t = useDeskText("assignment");
  const { formatConditions, formatOperator, findFault } = useRuleTexts(topics);
  const callDesk = useDeskCall();
  const { shown, move } = useRowOrder(rules, async (ids, { name }, to) => {
    const done = () => t("moved", { name, at: to + 1 });
    return (await callDesk(assignmentOperations.orderAssignmentRules, { rules: ids }, { done })).kind === "done";
  });
  if (!shown.length) return <p className="text-muted">{t("none")}</p>;
  return (
    <Table
      caption={t("listed")}
      rows={shown}
      getKey={({ id }) => String(id)}
      columns={[
        {
          header: t("rule"),
          isRowHeader: true,
          cell: (rule) => (
            <>
              {t("number", { number: shown.indexOf(rule) + 1, name: rule.name })}
              {!rule.isOn && <span className="block font-normal text-muted">{t("isOff")}</span>}
            </>
          ),
        },
        { header: t("when"), isLabelled: true, cell: formatConditions },
        {
          header: t("who"),
          isLabelled: true,
          cell: (rule) => {
            const names = rule.operators.map(formatOperator).join(", ");
            const fault = findFault(rule);
            return (
              <>
                {rule.operators.length > 1 ? t("inTurn", { names }) : names}
                {fault && <span className="block font-medium text-danger">{fault}</span>}
              </>
            );
          },
        },
        {
          header: t("change"),
          cell: (rule) => (
            <RuleActions rule={rule} at={shown.indexOf(rule)} count={shown.length} onMove={(to) => move(rule, to)} />
          ),
        },
      ]}
    />
  );
}

type RuleActionsProps = {
  rule: AssignmentRule;
  at: number;
  count: number;
  onMove: (to: number) => unknown;
};

function RuleActions({ rule, at, count, onMove }: RuleActionsProps) {
  const t = useDeskText("assignment");
  const callDesk = useDeskCall();
  const { id, version, name, isOn } = rule;
  const seen = { rule: id, version };
  const toggleRule = () =>
    callDesk(assignmentOperations.switchAssignmentRule, { ...seen, isOn: !isOn }, { done: () => t("switched") });
  const remove = () => callDesk(assignmentOperations.removeAssignmentRule, seen, { done: () => t("removed") });
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <MoveButtons up={t("up", { name })} down={t("down", { name })} at={at} count={count} onMove={onMove} />
      <RowActions t={t} id={id} name={name} listPath={assignmentPath} onRemove={remove}>
        <SwitchButton t={t} name={name} isOn={isOn} onSwitch={toggleRule} />
      </RowActions>
    </span>
  );
}
