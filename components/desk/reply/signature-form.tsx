"use client";

import { Field } from "#components/ui/field.tsx";
import { replyOperations, signatureMax } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { formatTextFault, SubmitButton, useDeskForm } from "../core/desk-form.tsx";

type Props = { signature: string; company: string };

export function SignatureForm(props: Props) {
  return <SignatureFields key={props.signature} {...props} />;
}

function SignatureFields({ signature, company }: Props) {
  const t = useDeskText("reply");
  const inbox = useDeskText("inbox");
  const form = useDeskForm({
    id: "signature-form",
    operation: replyOperations.setSignature,
    fields: ["signature"],
    defaultValues: { signature },
    toBody: (values) => values,
    formatFault: formatTextFault(inbox, signatureMax),
    draft: null,
    done: t("signature.saved"),
  });
  return (
    <form {...form.props} className="mb-10 max-w-md space-y-3">
      <h2 className="text-xl">{t("signature.title")}</h2>
      <Field
        {...form.field("signature")}
        as="textarea"
        label={t("signature.label")}
        hint={t("signature.hint", { company })}
        rows={3}
      />
      <SubmitButton form={form} look="secondary">
        {t("signature.save")}
      </SubmitButton>
    </form>
  );
}
