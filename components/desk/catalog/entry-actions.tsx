"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { entryPath } from "#components/catalog/paths.ts";
import { buttonClass } from "#components/ui/button.ts";
import { catalogOperations } from "#lib/contract/desk/catalog.ts";
import { locales } from "#lib/domain/locale.ts";
import { deskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../desk-action.tsx";
import { notifyNextPage, useNotice } from "../notice.tsx";
import { catalogPaths } from "./paths.ts";

const t = deskText("catalog");

type EntryChange = "publish" | "unpublish" | "delete";

type Props = {
  entry: { id: number; slug: string; updatedAt: string; published: boolean; title: string };
  /** Title and description are there in both languages. */
  isComplete: boolean;
};

export function EntryActions({ entry, isComplete }: Props) {
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

/** Asks before a change that readers see. */
function Question({ entry: { id, slug, updatedAt, title }, change, isPossible }: QuestionProps) {
  const callDesk = useDeskCall();
  const notify = useNotice();
  const router = useRouter();
  const question = useRef<HTMLDivElement>(null);
  const questionId = `${change}-question`;
  const apply = async () => {
    const outcome = await callDesk(operations[change], { id, updatedAt });
    question.current?.hidePopover();
    if (outcome.kind !== "done") return;
    if (change !== "delete") return notify({ done: t(`done.${change}ed`) });
    notifyNextPage({ done: t("deleted", { slug }) });
    router.push(catalogPaths.list);
  };
  return (
    <>
      <button
        type="button"
        className={buttonClass(change === "delete" ? "quiet" : "secondary")}
        popoverTarget={questionId}
      >
        {t(change)}
      </button>
      <div
        ref={question}
        id={questionId}
        popover="auto"
        role="dialog"
        aria-labelledby={`${questionId}-title`}
        className="m-auto w-96 max-w-full rounded-md border border-edge bg-surface p-5 text-ink"
      >
        <h2 id={`${questionId}-title`} className="text-lg wrap-anywhere">
          {t(`confirm.${change}Title`, { title })}
        </h2>
        <p className="mt-2 mb-4">{isPossible ? t(`confirm.${change}Text`) : t("confirm.publishMissing")}</p>
        <div className="flex flex-wrap gap-3">
          {isPossible && <ActionButton onPress={apply}>{t(change)}</ActionButton>}
          <button
            type="button"
            className={buttonClass("secondary")}
            popoverTarget={questionId}
            popoverTargetAction="hide"
          >
            {t("confirm.cancel")}
          </button>
        </div>
      </div>
    </>
  );
}
