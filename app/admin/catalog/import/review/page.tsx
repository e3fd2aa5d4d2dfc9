import { redirect } from "next/navigation";
import { errorText } from "#components/desk/catalog/fault-texts.ts";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { ReviewForm } from "#components/desk/catalog/review-form.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { applyImport, emptyContent } from "#lib/domain/catalog/editor/apply-import.ts";
import { changesOf } from "#lib/domain/catalog/editor/changes-of.ts";
import { fromOpenapi } from "#lib/domain/catalog/editor/from-openapi.ts";
import { ImportForm } from "#lib/domain/catalog/editor/import-form.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { toContent } from "#lib/server/catalog/drafts.ts";
import { findHeldForm } from "#lib/server/catalog/held-forms.ts";
import { requirePageOperator } from "../../../session.ts";
import { type DeskQuery, lastOf } from "../../query.ts";
import { storedEntry } from "../../stored-entry.ts";

const slugFaults = ["slug", "slug_taken", "required", "too_long"] as const;

export function generateMetadata() {
  return { title: adminText("catalog")("reviewTitle") };
}

export default async function ReviewPage({ searchParams }: { searchParams: Promise<DeskQuery> }) {
  const operator = await requirePageOperator();
  const t = adminText("catalog");
  const query = await searchParams;
  const id = lastOf(query.form);
  const held = ImportForm.safeParse(await findHeldForm(operator, "import", id, new Date())).data;
  const read = fromOpenapi(held?.document ?? "");
  if (!held || "fault" in read) redirect(`${catalogPaths.import}?problem=not_found`);
  const entry = held.target ? await storedEntry(operator, encodeURIComponent(held.target)) : null;
  const before = entry ? toContent(entry) : emptyContent();
  const after = applyImport(entry ? before : null, read.api, held.language);
  const changes = changesOf(before, after).filter(({ field }) => field !== "slug");
  const slugFault = slugFaults.find((kind) => kind === lastOf(query.fault));
  const title = entry ? entry.titleEn || entry.titleEs || entry.slug : read.api.title;
  return (
    <Desk operator={operator} current="catalog">
      <h1 className="text-2xl">{t("reviewTitle")}</h1>
      <p className="mt-2 mb-6 max-w-prose wrap-anywhere">
        {entry ? t("reviewOf", { title }) : t("reviewNew", { title })}
      </p>
      <Problem kind={query.problem} />
      <ReviewForm
        held={id}
        entry={entry}
        suggestedSlug={after.slug}
        changes={changes}
        slugError={slugFault && errorText({ field: "slug", kind: slugFault })}
      />
    </Desk>
  );
}
