import { getTranslations } from "next-intl/server";
import { llmsFullPath } from "#lib/contract/addresses.ts";
import { describeEntryState } from "#lib/domain/catalog/changes/describe.ts";
import { AppError, errorStatuses } from "#lib/domain/errors.ts";
import { findPageAddress, type PageAddress } from "#lib/i18n/paths.ts";
import { pagesWithTwins, toMarkdownPath } from "#lib/i18n/twins.ts";
import { writeGuide } from "#lib/markdown/guide.ts";
import {
  addDemonstrationNote,
  writeCatalog,
  writeChanges,
  writeContact,
  writeDevelopers,
  writeEntryMarkdown,
  writeHandOffRule,
  writeHome,
  writePrivacy,
} from "#lib/markdown/pages.ts";
import { getCatalogApi } from "#lib/server/catalog/get-catalog-api.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";
import { listReleases } from "#lib/server/catalog/releases.ts";
import { findDocumentState } from "#lib/server/catalog/watch.ts";
import { getSiteSettings, readSite } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";

type Context = { params: Promise<{ path: string[] }> };

/** Responds with the Markdown version of the page at this path. proxy.ts rewrites requests to this route. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const path = `/${(await params).path.join("/")}`;
  // Like Next's pages, this response is cached by our own server (lib/http/front), not by clients.
  const headers: Record<string, string> = { "Cache-Control": "no-store" };
  if (getSiteSettings().isDemonstration) headers["X-Robots-Tag"] = "noindex, nofollow";
  try {
    if (path === llmsFullPath) {
      return new Response(await writePages(), { headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" } });
    }
    const address = findPageAddress(path);
    if (!address) return new Response(null, { status: 404 });
    const own = {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Location": toMarkdownPath(path),
      Link: `<${path}>; rel="canonical"`,
    };
    return new Response(await writePage(address), { headers: { ...headers, ...own } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(null, { status: errorStatuses[error.kind] });
  }
}

async function writePages(): Promise<string> {
  const pages = pagesWithTwins.filter((name) => !name.includes("["));
  const texts = await Promise.all(pages.map((name) => writePage({ name, locale: "en", slug: "" })));
  return texts.join("\n");
}

async function writePage(address: PageAddress): Promise<string> {
  const page = await writeContent(address);
  if (!getSiteSettings().isDemonstration) return page;
  return addDemonstrationNote(page, await getTranslations({ locale: address.locale }));
}

async function writeContent({ name, locale, slug }: PageAddress): Promise<string> {
  const { url: siteUrl, name: siteName, company, contactEmail } = await readSite();
  const own = { siteUrl, siteName, contactEmail, company: company[locale], replyTime: getReplyTime(locale) };
  const context = { t: await getTranslations({ locale }), locale, ...own };
  if (name === "/evaluation") {
    return `${writeGuide(locale, { site: await readSite() }, true)}\n${writeHandOffRule(context)}`;
  }
  if (name === "/contact") return writeContact(context);
  if (name === "/developers") return writeDevelopers(context);
  if (name === "/privacy") {
    const t = await getTranslations({ locale, namespace: "privacy" });
    return writePrivacy({ t, siteName, contactEmail, company: company[locale] });
  }
  if (name === "/catalog") return writeCatalog(await listCatalogApis({}), context);
  const site = await readSite();
  const { timeZone } = site;
  if (name === "/changes") return writeChanges(await listReleases(), { locale, siteUrl, timeZone });
  if (name === "/catalog/[slug]" || name === "/catalog/[slug]/changes") {
    const entry = await getCatalogApi({ slug: decodeURIComponent(slug) });
    const state = describeEntryState(entry, await findDocumentState(entry), { locale, timeZone, now: new Date() });
    if (name === "/catalog/[slug]") return writeEntryMarkdown(entry, locale, site, state);
    return writeChanges(await listReleases({ entryId: entry.id }), { locale, siteUrl, timeZone, entry, state });
  }
  return writeHome(context);
}
