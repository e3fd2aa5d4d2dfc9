"use client";

import { useRouter } from "next/navigation";
import { entryPath } from "#components/catalog/paths.ts";
import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { catalogOperations } from "#lib/domain/catalog/editor/operations.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { notifyNextPage, useNotice } from "../core/notice.tsx";
import { catalogPaths } from "./paths.ts";

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
  const router = useRouter();
  const apply = async () => {
    if (change !== "delete") {
      return callDesk(catalogOperations[`${change}Entry`], { id, updatedAt }, { done: () => t(`done.${change}ed`) });
    }
    const { kind } = await callDesk(catalogOperations.deleteEntry, { id, updatedAt });
    if (kind !== "done") return;
    notifyNextPage({ done: t("deleted", { slug }) });
    router.push(catalogPaths.list);
  };
  return (
    <ConfirmButton
      text={t(change)}
      look={change === "delete" ? "quiet" : "secondary"}
      title={t(`confirm.${change}Title`, { title })}
      yes={missing.length ? undefined : t(change)}
      no={t("confirm.cancel")}
      onConfirm={apply}
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
    </ConfirmButton>
  );
}

type RestoreProps = { entry: { id: number; updatedAt: string; published: boolean }; version: number };

export function RestoreButton({ entry: { id, updatedAt, published }, version }: RestoreProps) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const router = useRouter();
  const notify = useNotice();
  const restore = async () => {
    const texts = { conflict: t("importConflict"), refused: t("history.refused") };
    const input = { entry: { id, updatedAt }, version };
    const outcome = await callDesk(catalogOperations.restoreEntry, input, { texts, isLeaving: true });
    // The restored version was refused, and this page has no fields to mark, so the notice explains why.
    if (outcome.kind === "refused") notify({ problem: outcome, texts });
    if (outcome.kind !== "done") return;
    notifyNextPage({ done: t("done.restored") });
    router.push(catalogPaths.edit(outcome.result.slug));
  };
  return (
    <ConfirmButton
      text={t("history.restore")}
      look="primary"
      title={t("history.restoreTitle")}
      yes={t("history.restore")}
      no={t("confirm.cancel")}
      onConfirm={restore}
    >
      {t(published ? "history.restorePublished" : "history.restoreText")}
    </ConfirmButton>
  );
}
