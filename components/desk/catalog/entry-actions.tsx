"use client";

import { useRouter } from "next/navigation";
import { entryPath } from "#components/catalog/paths.ts";
import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { locales } from "#lib/domain/locale.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../desk-action.tsx";
import { notifyNextPage } from "../notice.tsx";
import { catalogPaths } from "./paths.ts";

type EntryChange = "publish" | "unpublish" | "delete";

type Props = {
  entry: { id: number; slug: string; updatedAt: string; published: boolean; title: string };
  /** It has title and description in both languages. */
  isComplete: boolean;
};

export function EntryActions({ entry, isComplete }: Props) {
  const t = useDeskText("catalog");
  const { slug, published } = entry;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-1">
      <Question entry={entry} change={published ? "unpublish" : "publish"} isPossible={published || isComplete} />
      {locales.map((locale) => (
        <a key={locale} className={buttonClass("quiet")} href={catalogPaths.preview(slug, locale)}>
          {t("previewIn", { language: t(`languages.${locale}`) })}
        </a>
      ))}
      {published && (
        <a className={buttonClass("quiet")} href={entryPath(slug, "en")}>
          {t("see")}
        </a>
      )}
      <Question entry={entry} change="delete" isPossible />
    </div>
  );
}

const operations = {
  publish: catalogOperations.publishEntry,
  unpublish: catalogOperations.unpublishEntry,
  delete: catalogOperations.deleteEntry,
};

type QuestionProps = { entry: Props["entry"]; change: EntryChange; isPossible: boolean };

function Question({ entry: { id, slug, updatedAt, title }, change, isPossible }: QuestionProps) {
  const t = useDeskText("catalog");
  const callDesk = useDeskCall();
  const router = useRouter();
  const apply = async () => {
    if (change !== "delete") {
      return callDesk(operations[change], { id, updatedAt }, { done: () => t(`done.${change}ed`) });
    }
    const { kind } = await callDesk(operations.delete, { id, updatedAt });
    if (kind !== "done") return;
    notifyNextPage({ done: t("deleted", { slug }) });
    router.push(catalogPaths.list);
  };
  return (
    <ConfirmButton
      text={t(change)}
      className={buttonClass(change === "delete" ? "quiet" : "secondary")}
      title={t(`confirm.${change}Title`, { title })}
      yes={isPossible ? t(change) : undefined}
      no={t("confirm.cancel")}
      onConfirm={apply}
    >
      {isPossible ? t(`confirm.${change}Text`) : t("confirm.publishMissing")}
    </ConfirmButton>
  );
}
