"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { catalogOperations } from "#lib/domain/catalog/editor/operations.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";
import { notifyNextPage, useNotice } from "../core/notice.tsx";
import { catalogPaths } from "./paths.ts";
import { type ImportedDocument, ReviewForm } from "./review-form.tsx";

type Props = {
  imported: ImportedDocument & { entry: ApiCatalogEntry };
  /** When the address began to answer with this document. */
  since: string;
  operatorId: string;
  children: ReactNode;
};

/** Publishes the document of an entry's address with one press, or opens it in the editor first. */
export function DocumentReview({ imported, since, operatorId, children }: Props) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const router = useRouter();
  const notify = useNotice();
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) {
    return (
      <ReviewForm
        imported={imported}
        operatorId={operatorId}
        onLeave={() => undefined}
        onBack={() => setIsEditing(false)}
        backText={t("watch.back")}
      />
    );
  }
  const { id, updatedAt, published } = imported.entry;
  const publish = async () => {
    const texts = { conflict: t("watch.conflict"), refused: t("watch.refused") };
    const input = { id, updatedAt, since };
    const outcome = await callDesk(catalogOperations.publishDocument, input, { texts, isLeaving: true });
    if (outcome.kind === "refused") notify({ problem: outcome, texts });
    if (outcome.kind !== "done") return;
    notifyNextPage({ done: t("watch.published") });
    router.push(catalogPaths.edit(outcome.result.slug));
  };
  return (
    <>
      {children}
      <div className="mt-6 flex flex-wrap gap-4">
        {published && (
          <ActionButton look="primary" onPress={publish}>
            {t("watch.publish")}
          </ActionButton>
        )}
        <button type="button" className={buttonClass("secondary")} onClick={() => setIsEditing(true)}>
          {t("watch.edit")}
        </button>
      </div>
    </>
  );
}
