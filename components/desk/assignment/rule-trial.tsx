"use client";

import { Table } from "#components/ui/table.tsx";
import {
  type Assignable,
  type AssignmentRule,
  Conditions,
  findRule,
  type RuleOperator,
} from "#lib/domain/submissions/assignment/assignment.ts";
import { submissionPath, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { formatSubject } from "../core/mail-texts.ts";
import { listChosen, type RuleValues } from "./rule-values.ts";

type Props = {
  values: RuleValues;
  rule: AssignmentRule | null;
  rules: AssignmentRule[];
  operators: Omit<RuleOperator, "lastTurn">[];
  latest: (Assignable & { name: string })[];
};

/** Shows which rule would assign the latest submissions if the form's values were saved. */
export function RuleTrial({ values, rule, rules, operators, latest }: Props) {
  const t = useDeskText("assignment");
  const mail = useDeskText("mail");
  const chosen = listChosen(values);
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
    <section aria-labelledby="trial-title" className="mt-10">
      <h2 id="trial-title" className="mb-2 text-xl">
        {t("trial")}
      </h2>
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
    </section>
  );
}
