"use client";

import { Table } from "#components/ui/table.tsx";
import { accessOperations } from "#lib/contract/desk/access.ts";
import type { OperatorRole } from "#lib/domain/desk/operator.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../desk-action.tsx";

type Listed = {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  hasSecondFactor: boolean;
  disabledAt: Date | null;
};

export function OperatorTable({ operators, ownId }: { operators: Listed[]; ownId: string }) {
  const t = useDeskText("auth");
  return (
    <Table
      caption={t("operators.listed")}
      rows={operators}
      getKey={({ id }) => id}
      columns={[
        {
          header: t("operators.name"),
          isRowHeader: true,
          cell: ({ id, name }) => (
            <>
              {name} {id === ownId && <span className="text-muted">({t("operators.you")})</span>}
            </>
          ),
        },
        { header: t("operators.email"), cell: ({ email }) => email },
        { header: t("operators.role"), cell: ({ role }) => t(`operators.${role}`) },
        { header: t("operators.state"), cell: (operator) => <State operator={operator} /> },
        { header: t("operators.change"), cell: (operator) => <Changes operator={operator} /> },
      ]}
    />
  );
}

function State({ operator: { disabledAt, hasSecondFactor } }: { operator: Listed }) {
  const t = useDeskText("auth");
  const formatDeskTime = useDeskTime();
  if (disabledAt)
    return <span className="text-danger">{t("operators.disabled", { time: formatDeskTime(disabledAt) })}</span>;
  return hasSecondFactor ? t("operators.active") : t("operators.waiting");
}

function Changes({ operator: { id, name, role, disabledAt } }: { operator: Listed }) {
  const t = useDeskText("auth");
  const callDesk = useDeskCall();
  const otherRole = role === "admin" ? "member" : "admin";
  const otherState = disabledAt ? "enabled" : "disabled";
  const roleText = otherRole === "admin" ? "makeAdmin" : "makeMember";
  const stateText = disabledAt ? "enable" : "disable";
  const options = { done: () => t("operators.done"), texts: { conflict: t("operators.lastAdmin") } };
  const changeRole = () => callDesk(accessOperations.changeRole, { id, role: otherRole }, options);
  const changeState = () => callDesk(accessOperations.switchOperator, { id, state: otherState }, options);
  return (
    <div className="flex flex-wrap gap-x-5">
      <ActionButton look="quiet" aria-label={t(`operators.${roleText}Label`, { name })} onPress={changeRole}>
        {t(`operators.${roleText}`)}
      </ActionButton>
      <ActionButton look="quiet" aria-label={t(`operators.${stateText}Label`, { name })} onPress={changeState}>
        {t(`operators.${stateText}`)}
      </ActionButton>
    </div>
  );
}
