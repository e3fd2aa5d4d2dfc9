"use client";

import { useForm } from "#components/forms/use-form.ts";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import {
  type AddedBlock,
  BlockType,
  blockReasonMax,
  blockTypes,
  spamOperations,
} from "#lib/domain/submissions/spam/block-list.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton } from "../core/desk-form.tsx";
import { useNotice } from "../core/notice.tsx";

export function BlockForm() {
  const t = useDeskText("spam");
  const callDesk = useDeskCall();
  const notify = useNotice();
  const form = useForm<Record<string, string>, AddedBlock>({
    id: "block-form",
    idPrefix: "block-",
    operation: spamOperations.addBlock,
    fields: ["type", "value", "reason"],
    defaultValues: { type: "address", value: "", reason: "" },
    toBody: (values) => values,
    formatFault: ({ field }): string => {
      if (field === "reason") return t("blocked.fault.reason", { max: blockReasonMax });
      return t(`blocked.fault.${BlockType.parse(form.getValues().type)}`);
    },
    draft: null,
    send: (body) => callDesk(spamOperations.addBlock, body as never, { texts: { conflict: t("blocked.conflict") } }),
    onDone: ({ matches }) => {
      form.clear();
      if (!matches) notify({ done: t("blocked.addedUncounted") });
      else notify({ done: t(matches.isCapped ? "blocked.addedMany" : "blocked.added", { count: matches.count }) });
    },
  });
  return (
    <form {...form.props} className="mt-10 max-w-xl space-y-4">
      <h2 className="text-xl">{t("blocked.add")}</h2>
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
      <SubmitButton form={form}>{t("blocked.submit")}</SubmitButton>
    </form>
  );
}
