import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import type { SubscriptionState } from "#lib/domain/catalog/changes/subscription.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { emailMax } from "#lib/domain/schema-kit.ts";
import { tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { noticeVersionField, privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { changesText } from "#lib/i18n/texts.ts";

type Props = { locale: Locale; isInvalid?: boolean };

/** Works without JavaScript. */
export function SubscribeForm({ locale, isInvalid = false }: Props) {
  const text = changesText(locale);
  return (
    <form method="post" action={getPathname({ href: "/changes/subscription/send", locale })} className="mt-4 max-w-xl">
      <Field
        id="subscriber"
        name="email"
        type="email"
        label={text("subscribe.email")}
        hint={text("subscribe.hint")}
        error={isInvalid ? text("subscribe.invalid") : undefined}
        autoComplete="email"
        maxLength={emailMax}
        required
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className={buttonClass("secondary")}>
          {text("subscribe.button")}
        </button>
        <PrivacyLink locale={locale} />
      </div>
    </form>
  );
}

function PrivacyLink({ locale }: { locale: Locale }) {
  return (
    <a className="link py-1 text-sm" href={getPathname({ href: "/privacy", locale })}>
      {changesText(locale)("subscribe.privacy")}
    </a>
  );
}

type ChangeProps = { locale: Locale; token: string; state: Exclude<SubscriptionState, "ended"> };

export function ChangeSubscription({ locale, token, state }: ChangeProps) {
  return (
    <form method="post" action={getPathname({ href: "/changes/subscription/send", locale })} className="mt-8">
      <input type="hidden" name={tokenParameter} value={token} />
      <input type="hidden" name="change" value={state === "asked" ? "confirm" : "end"} />
      <input type="hidden" name={noticeVersionField} value={privacyNoticeVersion} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" className={buttonClass(state === "asked" ? "primary" : "secondary")}>
          {changesText(locale)(`subscription.${state}.button`)}
        </button>
        {state === "asked" && <PrivacyLink locale={locale} />}
      </div>
    </form>
  );
}
