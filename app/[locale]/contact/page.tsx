import { getTranslations } from "next-intl/server";
import { Page } from "#components/site/page.tsx";
import { ContactOptions } from "#components/site/reach.tsx";
import { ContactForm } from "#components/submissions/contact-form.tsx";
import { ClientMessages, ConsentNote, lengthNotes, NoScriptPixel } from "#components/submissions/form-page.tsx";
import { localizeEntry } from "#lib/domain/catalog/schema.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { findTopicEntry } from "#lib/server/catalog/get-catalog-api.ts";
import { readSite } from "#lib/server/site.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import type { SitePageProps } from "../../pages.ts";

export async function generateMetadata({ params }: SitePageProps) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "contact" });
  return createPageMetadata({
    locale,
    href: "/contact",
    title: t("title"),
    description: t("description", { replyTime: getReplyTime(locale) }),
  });
}

export default async function ContactPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const [given] = [(await searchParams).topic].flat();
  // The form also works without the topic, so a failed look-up is ignored.
  const entry = await findTopicEntry(given).catch(() => null);
  const topic = entry && { slug: entry.slug, title: localizeEntry(entry, locale).title };
  const t = await getTranslations("contact");
  const tReach = await getTranslations("reach");
  const { company, contactEmail } = await readSite();
  const paths = {
    form: getPathname({ href: "/contact", locale }),
    send: getPathname({ href: "/contact/send", locale }),
    result: getPathname({ href: "/contact/sent", locale }),
  };
  const notes = {
    consent: <ConsentNote privacyPath={getPathname({ href: "/privacy", locale })} />,
    lengths: lengthNotes,
  };
  return (
    <Page site={await readSite()} locale={locale} href="/contact" query={topic ? `?topic=${topic.slug}` : ""}>
      <div className="mx-auto max-w-2xl">
        <h1 className="mb-2 text-2xl">{t("title")}</h1>
        <p className="mb-6 text-muted">{t("intro", { replyTime: getReplyTime(locale) })}</p>
        <ContactOptions
          company={company[locale]}
          message={tReach("hello")}
          hasAddress
          className="mb-8 rounded-md border border-line bg-surface px-5 py-4"
        />
        <ClientMessages locale={locale} namespaces={["contact", "form", "handOff", "fields", "errors"]}>
          <ContactForm locale={locale} topic={topic} paths={paths} contactEmail={contactEmail} notes={notes} />
        </ClientMessages>
        <NoScriptPixel form="contact" language={locale} />
      </div>
    </Page>
  );
}
