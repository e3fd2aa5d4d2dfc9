import { notFound } from "next/navigation";
import { ConfirmForm } from "#components/desk/catalog/confirm-form.tsx";
import type { EntryChange } from "#components/desk/catalog/paths.ts";
import { Desk } from "#components/desk/desk.tsx";
import { missingForReaders } from "#lib/domain/catalog/editor/missing-language.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { requirePageOperator } from "../../../session.ts";
import { storedEntry } from "../../stored-entry.ts";

type Props = { params: Promise<{ slug: string; change: string }> };

const changes: readonly EntryChange[] = ["publish", "unpublish", "delete"];

export function generateMetadata() {
  return { title: adminText("catalog")("entry") };
}

export default async function ConfirmPage({ params }: Props) {
  const operator = await requirePageOperator();
  const t = adminText("catalog");
  const given = await params;
  const change = changes.find((known) => known === given.change);
  if (!change) notFound();
  const entry = await storedEntry(operator, given.slug);
  const isPossible = change !== "publish" || !missingForReaders(entry).length;
  return (
    <Desk operator={operator} current="catalog">
      <h1 className="max-w-prose text-2xl wrap-anywhere">
        {t(`confirm.${change}Title`, { title: entry.titleEn || entry.titleEs || entry.slug })}
      </h1>
      <p className="mt-3 max-w-prose">{isPossible ? t(`confirm.${change}Text`) : t("confirm.publishMissing")}</p>
      <ConfirmForm entry={entry} change={change} isPossible={isPossible} />
    </Desk>
  );
}
