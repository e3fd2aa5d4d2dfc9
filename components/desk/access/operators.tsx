"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Table } from "#components/ui/table.tsx";
import { type ListedOperator, type OperatorRole, operatorRoles } from "#lib/domain/access/operator.ts";
import { accessOperations } from "#lib/domain/access/sign-in.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { HeadedSection } from "../core/facts.tsx";
import { AccessForm } from "./access-forms.tsx";
import { DutyButtons, DutyState } from "./duty.tsx";
import { SecretShownOnce } from "./shown-once.tsx";

export function OperatorTable({ operators, ownId }: { operators: ListedOperator[]; ownId: string }) {
  const t = useDeskText("auth");
  const assignment = useDeskText("assignment");
  const formatTime = useDeskTimeFormat();
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
        { header: t("operators.email"), className: "lg:min-w-64", cell: ({ email }) => email },
        { header: t("operators.role"), className: "whitespace-nowrap", cell: ({ role }) => t(`operators.${role}`) },
        {
          header: t("operators.state"),
          className: "lg:min-w-28",
          cell: ({ disabledAt, hasSecondFactor }) =>
            disabledAt ? (
              <span className="text-danger">{t("operators.disabled", { time: formatTime(disabledAt) })}</span>
            ) : (
              t(hasSecondFactor ? "operators.active" : "operators.waiting")
            ),
        },
        {
          header: assignment("duty.column"),
          isLabelled: true,
          className: "lg:min-w-32",
          cell: (operator) => (operator.disabledAt ? null : <DutyState duty={operator} />),
        },
        { header: t("operators.change"), cell: (operator) => <OperatorActions operator={operator} /> },
      ]}
    />
  );
}

export function InvitationList({
  invitations,
}: {
  invitations: { email: string; role: OperatorRole; expiresAt: Date }[];
}) {
  const t = useDeskText("auth");
  const formatDeskTime = useDeskTimeFormat();
  const callDesk = useDeskCall();
  if (!invitations.length) return null;
  const revoke = (email: string) =>
    callDesk(
      accessOperations.revokeInvitation,
      { email },
      { done: () => t("operators.revoked", { email }), texts: { not_found: t("operators.revokeGone") } },
    );
  return (
    <HeadedSection id="pending" title={t("operators.pending")} className="mt-10">
      <Table
        caption={t("operators.pending")}
        rows={invitations}
        getKey={({ email }) => email}
        columns={[
          { header: t("operators.email"), isRowHeader: true, cell: ({ email }) => email },
          { header: t("operators.role"), cell: ({ role }) => t(`operators.${role}`) },
          { header: t("operators.pendingUntil"), isLabelled: true, cell: ({ expiresAt }) => formatDeskTime(expiresAt) },
          {
            header: t("operators.change"),
            cell: ({ email }) => (
              <ActionButton
                text={t("operators.revoke")}
                label={t("operators.revokeLabel", { email })}
                onPress={() => revoke(email)}
              />
            ),
          },
        ]}
      />
    </HeadedSection>
  );
}

function OperatorActions({ operator }: { operator: ListedOperator }) {
  const { id, name, role, disabledAt } = operator;
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
      <ActionButton
        text={t(`operators.${roleText}`)}
        label={t(`operators.${roleText}Label`, { name })}
        onPress={changeRole}
      />
      <ActionButton
        text={t(`operators.${stateText}`)}
        label={t(`operators.${stateText}Label`, { name })}
        onPress={changeState}
      />
      {!disabledAt && <DutyButtons duty={operator} other={{ id, name }} />}
    </div>
  );
}

export function InviteForm() {
  const t = useDeskText("auth");
  const router = useRouter();
  const [role, setRole] = useState<string>("member");
  const [link, setLink] = useState<{ email: string; url: string }>();
  return (
    <HeadedSection id="invite" title={t("operators.invite")} className="mt-10 max-w-md" headingClassName="mb-2 text-xl">
      <p className="mb-5 text-muted">{t("operators.inviteHint")}</p>
      {link && (
        <SecretShownOnce
          id="new-link"
          title={t("operators.link", { email: link.email })}
          hint={t("operators.linkHint")}
          secret={link.url}
          copy={t("operators.copy")}
        />
      )}
      <AccessForm
        id="invite-form"
        operation={accessOperations.inviteOperator}
        controls={[{ name: "email", type: "email", label: t("operators.email"), autoComplete: "off" }]}
        body={{ role }}
        submit={t("operators.submit")}
        problems={{ conflict: t("operators.conflict") }}
        onDone={(made, clear) => {
          clear();
          setLink(made);
          router.refresh();
        }}
      >
        <fieldset aria-describedby="role-hint">
          <legend className="mb-1 font-semibold">{t("operators.role")}</legend>
          <p id="role-hint" className="mb-2 text-sm text-muted">
            {t("operators.roleHint")}
          </p>
          {operatorRoles.toReversed().map((each) => (
            <label key={each} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="role"
                value={each}
                checked={role === each}
                onChange={() => setRole(each)}
                className="size-5"
              />
              {t(`operators.${each}`)}
            </label>
          ))}
        </fieldset>
      </AccessForm>
    </HeadedSection>
  );
}
