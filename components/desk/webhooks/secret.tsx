import { PageTools } from "#components/catalog/page-tools.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ShownOnce } from "../access/shown-once.tsx";

export function Secret({ name, secret }: { name: string; secret: string }) {
  const t = useDeskText("webhooks");
  return (
    <ShownOnce key={secret} id="new-secret" heading="h2" title={t("secretTitle", { name })} hint={t("secretHint")}>
      <p className="rounded-sm bg-surface px-3 py-2 font-mono break-all">
        <code id="webhook-secret">{secret}</code>
      </p>
      <button type="button" data-copy="webhook-secret" className={`group mt-3 ${buttonClass("secondary")}`}>
        <span className="group-data-done:hidden">{t("copy")}</span>
        <span className="hidden group-data-done:inline">{t("copied")}</span>
      </button>
      <PageTools texts={{ copied: t("copied"), failed: t("copyFailed") }} />
    </ShownOnce>
  );
}
