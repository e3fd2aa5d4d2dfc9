import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { PreviewFrame } from "#components/desk/desk.tsx";
import { Footer } from "#components/site/footer.tsx";
import { Home } from "#components/site/home/home.tsx";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getSiteDraft } from "#lib/server/site/edit-site.ts";
import { toSite } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { listPublishedEntries } from "../../../pages.ts";
import { getDeskLanguage, requirePageAdmin } from "../../session.ts";

export async function generateMetadata(): Promise<Metadata> {
  await requirePageAdmin();
  return { title: getDeskTextFor(await getDeskLanguage(), "catalog")("preview") };
}

/** Previews the draft: the home page with the footer. Here, next-intl's locale is the language of the preview. */
export default async function SitePreviewPage() {
  const admin = await requirePageAdmin();
  const locale = toLanguage(await getLocale());
  const site = toSite((await getSiteDraft({ admin })).content);
  return (
    <PreviewFrame
      operator={{ id: admin.id, name: admin.name, role: admin.role }}
      current="site"
      path="/admin/site/preview"
      editPath="/admin/site"
      language={locale}
    >
      <Home site={site} locale={locale} replyTime={getReplyTime(locale)} entries={await listPublishedEntries()} />
      <Footer site={site} locale={locale} />
    </PreviewFrame>
  );
}
