"use client";

import { Field, Select } from "#components/ui/field.tsx";
import { Table } from "#components/ui/table.tsx";
import {
  type AddedBlock,
  BlockType,
  blockReasonMax,
  blockTypes,
  type ListedBlock,
  spamOperations,
} from "#lib/domain/submissions/spam/block-list.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { RowForm, useDeskForm } from "../core/desk-form.tsx";

export function BlockTable({ blocks }: { blocks: ListedBlock[] }) {
  const t = useDeskText("spam");
  const callDesk = useDeskCall();
  const formatDeskTime = useDeskTimeFormat();
  const removed = { done: () => t("blocked.removed"), texts: { not_found: t("blocked.removeGone") } };
  if (!blocks.length) return <p className="text-muted">{t("blocked.none")}</p>;
  return (
    <Table
      caption={t("blocked.listed")}
      rows={blocks}
      getKey={({ id }) => String(id)}
      columns={[
        {
          header: t("blocked.value"),
          isRowHeader: true,
          cell: ({ value }) => (value === null ? t("blocked.erased") : <bdi>{value}</bdi>),
        },
        {
          header: t("blocked.type"),
          isLabelled: true,
          className: "lg:whitespace-nowrap",
          cell: ({ type }) => t(`blocked.shortTypes.${type}`),
        },
        { header: t("blocked.reasonColumn"), isLabelled: true, cell: ({ reason }) => <bdi>{reason ?? "–"}</bdi> },
        {
          header: t("blocked.by"),
          isLabelled: true,
          cell: ({ createdAt, actor }) => t("blocked.byText", { time: formatDeskTime(createdAt), actor }),
        },
        {
          header: t("blocked.hits"),
          isLabelled: true,
          cell: ({ hits, lastHitAt }) => (
            <>
              {t("blocked.hitsText", { count: hits })}
              {lastHitAt && `, ${t("blocked.lastHit", { time: formatDeskTime(lastHitAt) })}`}
            </>
          ),
        },
        {
          header: t("blocked.change"),
          className: "lg:whitespace-nowrap",
          cell: ({ id, value }) => {
            const name = { value: value ?? t("blocked.erased") };
            return (
              <ConfirmAction
                text={t("blocked.remove")}
                label={t("blocked.removeLabel", name)}
                title={t("blocked.removeTitle", name)}
                no={t("blocked.keep")}
                onConfirm={() => callDesk(spamOperations.removeBlock, { id }, removed)}
              >
                {t("blocked.removeWhat")}
              </ConfirmAction>
            );
          },
        },
      ]}
    />
  );
}

export function BlockForm() {
  const t = useDeskText("spam");
  const form = useDeskForm<AddedBlock>({
    id: "block-form",
    idPrefix: "block-",
    operation: spamOperations.addBlock,
    defaultValues: { type: "address", value: "", reason: "" },
    formatFault: ({ field }): string => {
      if (field === "reason") return t("blocked.fault.reason", { max: blockReasonMax });
      return t(`blocked.fault.${BlockType.parse(form.getValues().type)}`);
    },
    problemTexts: { conflict: t("blocked.conflict") },
    done: ({ matches: count }) => (count === null ? t("blocked.addedUncounted") : t("blocked.added", { count })),
  });
  return (
    <RowForm form={form} title={t("blocked.add")} className="max-w-xl" save={t("blocked.submit")}>
      <Select
        {...form.field("type")}
        label={t("blocked.type")}
        options={blockTypes.map((type) => [type, t(`blocked.types.${type}`)] as const)}
      />
      <Field
        {...form.field("value")}
        label={t("blocked.value")}
        hint={t("blocked.valueHint")}
        autoComplete="off"
        required
      />
      <Field {...form.field("reason")} label={t("blocked.reason")} autoComplete="off" />
    </RowForm>
  );
}
