import { getLocale } from "next-intl/server";
import { EntryActions } from "#components/desk/catalog/entry-actions.tsx";
import { EntryEditor, type StoredEntry } from "#components/desk/catalog/entry-editor.tsx";
import { MissingTexts, StateBadge } from "#components/desk/catalog/entry-table.tsx";
import { formatFieldLabel, formatSpec } from "#components/desk/catalog/entry-values.ts";
import { DeskTime } from "#components/desk/core/facts.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeChecks } from "#lib/domain/catalog/changes/describe.ts";
import {
  contentBounds,
  listMissingTexts,
  listTextsMissingForReaders,
  pickTitle,
} from "#lib/domain/catalog/editor/content.ts";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { listVersions } from "#lib/server/catalog/versions.ts";
import { type EntryWatch, findWatch } from "#lib/server/catalog/watch.ts";
import { getSiteSettings } from "#lib/server/site.ts";
import { type DeskPageProps, orNotFound } from "../../../pages.ts";
import { requirePageOperator } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("entry"));

export default async function EditEntryPage({ params }: DeskPageProps<{ slug: string }>) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const part = (await params).slug;
  const entry = await orNotFound(() => getDraft({ slug: decodeURIComponent(part) }, { operator }));
  const { id, slug, updatedAt, published } = entry;
  const title = pickTitle(entry, toLanguage(await getLocale())) || t("untitled");
  const missing = listMissingTexts(entry);
  const watch = await findWatch({ entryId: id }, { operator });
  const [last] = await listVersions({ entryId: id }, { operator });
  return (
    <Desk operator={operator} current="catalog" back={{ href: catalogPaths.list, text: t("back") }}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        <StateBadge isPublished={published} />
        <p className="text-sm text-muted">
          <span className="sr-only">{t("updated")}: </span>
          <DeskTime at={new Date(updatedAt)} />
          {last?.actor && ` ${t("changedBy", { name: last.actor })}`}
        </p>
      </div>
      <EntryActions
        entry={{ id, slug, updatedAt, published, title }}
        missing={listTextsMissingForReaders(entry).map((path) => formatFieldLabel(t, path.join(".")))}
      />
      {missing.length > 0 && (
        <Callout look="accent" title={t("missingTitle")}>
          <MissingTexts missing={missing} />
        </Callout>
      )}
      {watch && <WatchNotice watch={watch} slug={slug} locale={toLanguage(await getLocale())} />}
      <EntryEditor key={updatedAt} stored={toStoredEntry(entry)} />
    </Desk>
  );
}

type NoticeProps = { watch: EntryWatch; slug: string; locale: Locale };

async function WatchNotice({ watch, slug, locale }: NoticeProps) {
  const t = await getDeskText("catalog");
  const { deadLinks, draft, isUnreachable } = watch;
  const state = describeChecks(watch, { locale, timeZone: getSiteSettings().timeZone, now: new Date() });
  const isCalm = !draft && !isUnreachable;
  return (
    <>
      {state && isCalm && <p className="mb-6 text-sm text-muted">{state}</p>}
      {state && !isCalm && (
        <Callout look="accent" title={t(isUnreachable ? "watch.unreachable" : "watch.differs")}>
          <p>{state}</p>
          {draft && (
            <a className="link inline-block py-1" href={catalogPaths.document(slug)}>
              {t("watch.look")}
            </a>
          )}
        </Callout>
      )}
      {deadLinks.length > 0 && (
        <Callout look="accent">
          <p>{t("watch.deadLinks")}</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {deadLinks.map((url) => (
              <li key={url}>{url}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

function toStoredEntry({ spec, ...entry }: ApiCatalogEntry): StoredEntry {
  const json = formatSpec(spec);
  return { entry, spec: json.length > contentBounds.editedSpec ? null : json, specLength: json.length };
}
