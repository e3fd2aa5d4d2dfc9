import { cache } from "react";
import { ChangeSubscription, SubscribeForm } from "#components/catalog/changes.tsx";
import { Page } from "#components/site/page.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { readRefusal, refusalParameters } from "#lib/contract/refusal.ts";
import { confirmationDays } from "#lib/domain/catalog/changes/release.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { createPageMetadata } from "#lib/i18n/page-metadata.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { changesText } from "#lib/i18n/texts.ts";
import { findSubscription } from "#lib/server/catalog/subscribers.ts";
import { readSite } from "#lib/server/site.ts";
import { type PageQuery, pickQueryString, type SitePageProps } from "../../../pages.ts";

const href = "/changes/subscription";

/** Cached per request, because both the title and the page need it. */
const findState = cache((token: string) => findSubscription(token, { now: new Date() }));

async function readSubscriptionState({ [tokenParameter]: token, sent }: PageQuery) {
  if (typeof token === "string") return findState(token);
  return sent === undefined ? "new" : "sent";
}

export async function generateMetadata({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const title = changesText(locale)(`subscription.${await readSubscriptionState(await searchParams)}.title`);
  return createPageMetadata({ locale, href, title, isIndexed: false });
}

/** Opening a link changes nothing, because mail programs open links, too. */
export default async function SubscriptionPage({ params, searchParams }: SitePageProps) {
  const { locale } = await params;
  const text = changesText(locale);
  const query = await searchParams;
  const state = await readSubscriptionState(query);
  const token = String(query[tokenParameter] ?? "");
  const { faults, problem } = readRefusal(query);
  const isRefused = query.problem !== undefined && problem !== undefined;
  const isForm = state === "new" || state === "ended";
  return (
    <Page
      site={await readSite()}
      locale={locale}
      href={href}
      query={pickQueryString(query, tokenParameter, "sent", ...refusalParameters)}
    >
      <div className="mx-auto max-w-2xl">
        <h1 className="text-2xl">{text(`subscription.${state}.title`)}</h1>
        {isRefused && (
          <Callout look="danger" role="alert" className="mt-6">
            {problem.kind === "rate_limited"
              ? text("subscription.rateLimited", { minutes: problem.minutes })
              : text("subscription.unavailable")}
          </Callout>
        )}
        {state !== "new" && (
          <p className="mt-4 text-lg">{text(`subscription.${state}.text`, { days: confirmationDays })}</p>
        )}
        {isForm && <SubscribeForm locale={locale} isInvalid={faults.length > 0} />}
        {(state === "asked" || state === "confirmed") && (
          <ChangeSubscription locale={locale} token={token} state={state} />
        )}
        <p className="mt-8">
          <a className="link py-1" href={getPathname({ href: "/changes", locale })}>
            {text("subscription.back")}
          </a>
        </p>
      </div>
    </Page>
  );
}
