import type { Locale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { ClientMessages } from "#components/site/client-messages.tsx";
import { Page } from "#components/site/page.tsx";
import { ContactForm } from "#components/submissions/contact-form.tsx";
import { replyHours } from "#lib/domain/submissions/promises.ts";
import { pageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ locale: Locale }> };

export async function generateMetadata({ params }: Props) {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "contact" });
  return pageMetadata({
    locale,
    href: "/contact",
    title: t("title"),
    description: t("description", { hours: replyHours }),
  });
}

export default async function ContactPage({ params }: Props) {
  const { locale } = await params;
  setRequestLocale(locale);
  const t = await getTranslations("contact");
  const paths = {
    send: getPathname({ href: "/contact/send", locale }),
    result: getPathname({ href: "/contact/sent", locale }),
    privacy: getPathname({ href: "/privacy", locale }),
  };
  return (
    <Page site={site()} locale={locale} href="/contact">
      <div className="mx-auto max-w-2xl">
        <h1 className="mb-2 text-2xl">{t("title")}</h1>
        <ClientMessages locale={locale} namespaces={["contact", "form", "fields", "fieldHints", "errors"]}>
          <ContactForm locale={locale} paths={paths} contactEmail={site().contactEmail} />
        </ClientMessages>
      </div>
    </Page>
  );
}
