"use client";

import { useRouter } from "next/navigation";
import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { catalogOperations } from "#lib/domain/catalog/editor/operations.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../core/desk-action.tsx";
import { notifyNextPage, useNotice } from "../core/notice.tsx";
import { catalogPaths } from "./paths.ts";

type Props = { entry: { id: number; updatedAt: string; published: boolean }; version: number };

/** Restores a version, then opens the editor with it. */
export function RestoreButton({ entry: { id, updatedAt, published }, version }: Props) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const router = useRouter();
  const notify = useNotice();
  const restore = async () => {
    const texts = { conflict: t("importConflict"), refused: t("history.refused") };
    const input = { entry: { id, updatedAt }, version };
    const outcome = await callDesk(catalogOperations.restoreEntry, input, { texts, isLeaving: true });
    // The old content is at fault, not a field of this page.
    if (outcome.kind === "refused") notify({ problem: outcome, texts });
    if (outcome.kind !== "done") return;
    notifyNextPage({ done: t("done.restored") });
    router.push(catalogPaths.edit(outcome.result.slug));
  };
  return (
    <ConfirmButton
      text={t("history.restore")}
      className={buttonClass()}
      title={t("history.restoreTitle")}
      yes={t("history.restore")}
      no={t("confirm.cancel")}
      onConfirm={restore}
    >
      {t(published ? "history.restorePublished" : "history.restoreText")}
    </ConfirmButton>
  );
}
