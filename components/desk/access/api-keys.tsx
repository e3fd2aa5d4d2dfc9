"use client";

import { useState } from "react";
import { CheckboxGroup, Field, Select } from "#components/ui/field.tsx";
import { Table } from "#components/ui/table.tsx";
import { keyDays, keyNameMax, keyOperations, type ListedKey } from "#lib/domain/access/api-keys.ts";
import { type Scope, scopes } from "#lib/domain/operation.ts";
import { type DeskText, useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { RowForm, useDeskForm } from "../core/desk-form.tsx";
import { SecretShownOnce } from "./shown-once.tsx";

const formatScope = (t: DeskText<"auth">, scope: Scope) =>
  t(`keys.scope.${scope.replace(":", "_") as "submissions_read"}`);

export function KeyTable({ keys, now }: { keys: ListedKey[]; now: Date }) {
  const t = useDeskText("auth");
  const formatTime = useDeskTimeFormat();
  const callDesk = useDeskCall();
  if (!keys.length) return <p className="text-muted">{t("keys.none")}</p>;
  const revoke = ({ id, name }: ListedKey) =>
    callDesk(
      keyOperations.revokeApiKey,
      { id },
      { done: () => t("keys.revoked", { name }), texts: { not_found: t("keys.gone") } },
    );
  return (
    <Table
      caption={t("keys.listed")}
      rows={keys}
      getKey={({ id }) => String(id)}
      columns={[
        {
          header: t("keys.name"),
          isRowHeader: true,
          cell: ({ name, start }) => (
            <>
              {name} <code className="font-normal text-muted">{start}…</code>
            </>
          ),
        },
        {
          header: t("keys.scopes"),
          isLabelled: true,
          cell: ({ scopes }) => scopes.map((scope) => formatScope(t, scope)).join("; "),
        },
        {
          header: t("keys.maker"),
          isLabelled: true,
          className: "lg:min-w-28",
          cell: ({ maker: { name, mayUse } }) =>
            mayUse ? name : <span className="text-danger">{t("keys.makerGone", { name })}</span>,
        },
        {
          header: t("keys.expires"),
          isLabelled: true,
          className: "lg:min-w-32",
          cell: ({ expiresAt }) =>
            expiresAt > now ? (
              formatTime(expiresAt)
            ) : (
              <span className="text-danger">{t("keys.expired", { time: formatTime(expiresAt) })}</span>
            ),
        },
        {
          header: t("keys.used"),
          isLabelled: true,
          className: "lg:min-w-32",
          cell: ({ usedAt }) => (usedAt ? formatTime(usedAt) : t("keys.never")),
        },
        {
          header: t("keys.change"),
          cell: (key) => (
            <ConfirmAction
              text={t("keys.revoke")}
              label={t("keys.revokeLabel", { name: key.name })}
              title={t("keys.revokeSure", { name: key.name })}
              onConfirm={() => revoke(key)}
            >
              {t("keys.revokeWhat")}
            </ConfirmAction>
          ),
        },
      ]}
    />
  );
}

type KeyValues = { name: string; days: string; scopes: Record<string, boolean> };

export function KeyForm() {
  const t = useDeskText("auth");
  const [made, setMade] = useState<string>();
  const form = useDeskForm<{ key: string }, KeyValues>({
    id: "key-form",
    idPrefix: "key-",
    operation: keyOperations.makeApiKey,
    defaultValues: {
      name: "",
      scopes: Object.fromEntries(scopes.map((scope) => [toField(scope), false])),
      days: String(keyDays[1]),
    },
    toBody: ({ name, days, scopes: chosen }) => ({
      name,
      days: Number(days),
      scopes: scopes.filter((scope) => chosen[toField(scope)]),
    }),
    formatFault: ({ field }) => t(`keys.faults.${field === "name" ? "name" : "scopes"}`, { max: keyNameMax }),
    onSaved: ({ key }) => setMade(key),
  });
  return (
    <div className="mt-10 max-w-xl">
      {made && (
        <SecretShownOnce
          id="made-key"
          heading="h2"
          title={t("keys.made")}
          hint={t("keys.madeHint")}
          secret={made}
          copy={t("keys.copy")}
        />
      )}
      <RowForm form={form} title={t("keys.new")} save={t("keys.submit")}>
        <Field {...form.field("name")} label={t("keys.name")} hint={t("keys.nameHint")} required autoComplete="off" />
        <CheckboxGroup
          id="key-scopes"
          legend={t("keys.scopes")}
          error={form.getError("scopes")}
          boxes={scopes.map((scope) => ({
            ...form.register(`scopes.${toField(scope)}`),
            label: (
              <span>
                {formatScope(t, scope)} <code className="text-sm text-muted">{scope}</code>
              </span>
            ),
          }))}
        />
        <Select
          {...form.field("days")}
          label={t("keys.days")}
          options={keyDays.map((days) => [String(days), t("keys.daysCount", { days })])}
        />
      </RowForm>
      <p className="mt-6">
        <a className="link" href="/api/v1/openapi.json">
          {t("keys.document")}
        </a>
      </p>
    </div>
  );
}

/** Replaces the colon, because the form library reads colons and dots in a name as a path. */
const toField = (scope: Scope) => scope.replace(":", "_");
