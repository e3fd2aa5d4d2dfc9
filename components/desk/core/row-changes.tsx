import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { ActionButton } from "./desk-action.tsx";

type TextKey =
  | ("edit" | "editLabel" | "switchOff" | "switchOffLabel" | "switchOn" | "switchOnLabel")
  | ("remove" | "removeLabel" | "removeSure" | "removeWhat" | "keep");

type Props = {
  t: (key: TextKey, values?: { name: string }) => string;
  name: string;
  editPath: string;
  isOn: boolean;
  onSwitch: () => Promise<unknown>;
  onRemove: () => Promise<unknown>;
};

/** Edits, switches and removes a row of a table. */
export function RowChanges({ t, name, editPath, isOn, onSwitch, onRemove }: Props) {
  return (
    <>
      <a className={buttonClass("quiet")} href={editPath} aria-label={t("editLabel", { name })}>
        {t("edit")}
      </a>
      <ActionButton look="quiet" aria-label={t(isOn ? "switchOffLabel" : "switchOnLabel", { name })} onPress={onSwitch}>
        {t(isOn ? "switchOff" : "switchOn")}
      </ActionButton>
      <ConfirmButton
        text={t("remove")}
        label={t("removeLabel", { name })}
        title={t("removeSure", { name })}
        yes={t("remove")}
        no={t("keep")}
        onConfirm={onRemove}
      >
        {t("removeWhat")}
      </ConfirmButton>
    </>
  );
}
