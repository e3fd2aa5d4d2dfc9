import { useDeskText } from "#lib/i18n/desk-text.ts";
import { SecretShownOnce } from "../access/shown-once.tsx";

export function Secret({ name, secret }: { name: string; secret: string }) {
  const t = useDeskText("webhooks");
  return (
    <SecretShownOnce
      id="new-secret"
      heading="h2"
      title={t("secretTitle", { name })}
      hint={t("secretHint")}
      secret={secret}
      copy={t("copy")}
    />
  );
}
