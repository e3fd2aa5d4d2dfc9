"use client";

import { entryPath } from "#components/catalog/paths.ts";
import { buttonClass } from "#components/ui/button.ts";
import { catalogOperations, catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";

type Props = {
  entry: { id: number; slug: string; updatedAt: string; published: boolean; title: string };
  missing: string[];
};

export function EntryActions({ entry, missing }: Props) {
  const t = useDeskText("catalog");
  const language = useDeskLanguage();
  const { slug, published } = entry;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      <EntryAction entry={entry} change={published ? "unpublish" : "publish"} missing={published ? [] : missing} />
      {locales.map((locale) => (
        <a key={locale} className={buttonClass("quiet")} href={`${catalogPaths.preview(slug)}?language=${locale}`}>
          {t(`previewIn.${locale}`)}
        </a>
      ))}
      <a className={buttonClass("quiet")} href={catalogPaths.versions(slug)}>
        {t("history.link")}
      </a>
      {published && (
        <a className={buttonClass("quiet")} href={entryPath(slug, language)}>
          {t("see")}
        </a>
      )}
      <EntryAction entry={entry} change="delete" missing={[]} />
    </div>
  );
}

type EntryActionProps = { entry: Props["entry"]; change: "publish" | "unpublish" | "delete"; missing: string[] };

function EntryAction({ entry: { id, slug, updatedAt, title }, change, missing }: EntryActionProps) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const seen = { id, updatedAt };
  const applyChange = () =>
    change === "delete"
      ? callDesk(catalogOperations.deleteEntry, seen, {
          done: () => t("deleted", { slug }),
          next: () => catalogPaths.list,
        })
      : callDesk(catalogOperations[`${change}Entry`], seen, { done: () => t(`done.${change}ed`) });
  return (
    <ConfirmAction
      text={t(change)}
      look={change === "delete" ? "quiet" : "secondary"}
      title={t(`confirm.${change}Title`, { title })}
      yes={missing.length ? null : undefined}
      onConfirm={applyChange}
    >
      {missing.length ? (
        <>
          <p>{t("confirm.publishMissing")}</p>
          <ul className="mt-2 list-disc pl-5">
            {missing.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      ) : (
        t(`confirm.${change}Text`)
      )}
    </ConfirmAction>
  );
}

type RestoreProps = { entry: { id: number; updatedAt: string; published: boolean }; version: number };

export function RestoreEntryButton({ entry: { id, updatedAt, published }, version }: RestoreProps) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const restore = () =>
    callDesk(
      catalogOperations.restoreEntry,
      { entry: { id, updatedAt }, version },
      {
        done: () => t("done.restored"),
        next: ({ slug }) => catalogPaths.edit(slug),
        texts: { conflict: t("importConflict"), refused: t("history.refused") },
      },
    );
  return (
    <ConfirmAction text={t("history.restore")} look="primary" title={t("history.restoreTitle")} onConfirm={restore}>
      {t(published ? "history.restorePublished" : "history.restoreText")}
    </ConfirmAction>
  );
}
