import { AssignmentRuleForm } from "#components/desk/assignment/rule-form.tsx";
import { RuleTable } from "#components/desk/assignment/rule-table.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listOperators } from "#lib/server/access/operators.ts";
import { listDrafts } from "#lib/server/catalog/drafts.ts";
import { listAssignmentRules, listLatestAssignable } from "#lib/server/submissions/assignment/assignment-rules.ts";
import type { DeskPageProps } from "../../pages.ts";
import { requirePageAdmin } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("assignment", (t) => t("title"));

export default async function AssignmentPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("assignment");
  const admin = await requirePageAdmin();
  const context = { admin, now: new Date() };
  const { edit } = await searchParams;
  const rules = await listAssignmentRules(context);
  const rule = rules.find(({ id }) => String(id) === edit) ?? null;
  const drafts = await listDrafts({}, { operator: admin });
  const topics = drafts.map(({ slug, titleEn, titleEs }) => ({ slug, titleEn, titleEs }));
  const operators = (await listOperators(context)).map(({ id, name, disabledAt, isOnDuty, offDutyUntil }) => {
    const isDisabled = disabledAt !== null;
    return { id, name, isDisabled, isOnDuty: isOnDuty && !isDisabled, offDutyUntil };
  });
  const key = rule ? `${rule.id} ${rule.version}` : `new ${rules.length}`;
  return (
    <Desk operator={admin} current="assignment" title={t("title")} intro={t("intro")}>
      <RuleTable rules={rules} topics={topics} />
      <AssignmentRuleForm
        key={key}
        rule={rule}
        rules={rules}
        operators={operators}
        topics={topics}
        latest={await listLatestAssignable({ admin })}
      />
    </Desk>
  );
}
