"use client";

import { siteOperations } from "#lib/domain/site-operations.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { EditorLinks } from "../core/editor-parts.tsx";

export function SiteActions({ version, isPublished }: { version: number; isPublished: boolean }) {
  const t = useDeskText("site");
  const tCatalog = useDeskText("catalog");
  const callDesk = useDeskCall();
  const language = useDeskLanguage();
  const publish = () => callDesk(siteOperations.publishSite, { seen: version }, { done: () => t("done.published") });
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      {!isPublished && (
        <ConfirmAction text={tCatalog("publish")} look="secondary" title={t("publishTitle")} onConfirm={publish}>
          {t("publishText")}
        </ConfirmAction>
      )}
      <EditorLinks path="/admin/site" publishedPath={`/${language}`} />
    </div>
  );
}

export function RestoreSiteButton({ seen, version }: { seen: number; version: number }) {
  const t = useDeskText("site");
  const tCatalog = useDeskText("catalog");
  const callDesk = useDeskCall();
  const restore = () =>
    callDesk(
      siteOperations.restoreSite,
      { seen, version },
      { done: () => t("done.restored"), next: () => "/admin/site" },
    );
  return (
    <ConfirmAction
      text={tCatalog("history.restore")}
      look="primary"
      title={tCatalog("history.restoreTitle")}
      onConfirm={restore}
    >
      {t("restoreText")}
    </ConfirmAction>
  );
}
