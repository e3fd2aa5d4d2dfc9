import type { ComponentProps } from "react";
import { Field } from "#components/ui/field.tsx";
import type { FaultRule } from "#lib/domain/submissions/field-faults.ts";
import { adminText, deskFormat } from "#lib/i18n/admin-text.ts";
import { CharacterCount } from "./character-count.tsx";
import { KeptText } from "./kept-text.tsx";

const t = adminText("inbox");

type Props = {
  field: ComponentProps<typeof Field>;
  max: number;
  counted: "typed" | "mailed";
  storageKey: string;
  isStored: boolean;
  fault: FaultRule | undefined;
  /** What is said where nothing was typed. */
  missing: string;
};

/** A text that is neither cut nor lost: kept in this tab until it is stored, counted near its bound, refused beyond it. */
export function TypedText({ field, max, counted, storageKey, isStored, fault, missing }: Props) {
  const bound = { length: "#", max: deskFormat.number(max) };
  return (
    <div className="space-y-2">
      <Field {...field} error={fault && (fault === "required" ? missing : t(`fault.${faultText(fault)}`, bound))} />
      <KeptText fieldId={field.id} storageKey={storageKey} isStored={isStored} isAtFault={fault !== undefined} />
      <CharacterCount
        fieldId={field.id}
        max={max}
        counted={counted}
        texts={{ near: t("characters", bound), over: t("charactersOver", bound) }}
      />
    </div>
  );
}

function faultText(rule: FaultRule): "too_long" | "other" {
  return rule === "too_long" ? rule : "other";
}
