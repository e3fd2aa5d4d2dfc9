import { StateBadge } from "#components/desk/catalog/entry-table.tsx";
import { DeskTime } from "#components/desk/core/facts.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { SiteActions } from "#components/desk/site/site-actions.tsx";
import { SiteEditor } from "#components/desk/site/site-editor.tsx";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getSiteDraft, isPublished } from "#lib/server/site/edit-site.ts";
import { requirePageAdmin } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("site", (t) => t("title"));

export default async function SitePage() {
  const t = await getDeskText("site");
  const admin = await requirePageAdmin();
  const draft = await getSiteDraft({ admin });
  const { id, at, actor, content } = draft;
  return (
    <Desk operator={admin} current="site">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{t("title")}</h1>
        <StateBadge isPublished={isPublished(draft)} />
        <p className="text-sm text-muted">
          <DeskTime at={at} />
          {actor && ` ${t("changedBy", { name: actor })}`}
        </p>
      </div>
      <p className="mb-4 max-w-prose text-muted">{t("intro")}</p>
      <SiteActions version={id} isPublished={isPublished(draft)} />
      <SiteEditor key={id} content={content} version={id} />
    </Desk>
  );
}
