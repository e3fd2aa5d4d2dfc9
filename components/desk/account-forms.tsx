import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { adminText } from "#lib/i18n/admin-text.ts";

type Props = { email: string; codesLeft: number; min: number };

const t = adminText("auth");

/** An operator's own password and recovery codes; either form asks for the password there is. */
export function AccountForms({ email, codesLeft, min }: Props) {
  const current = { type: "password", autoComplete: "current-password", required: true } as const;
  const chosen = { ...current, autoComplete: "new-password", minLength: min } as const;
  // Password managers look for whose password it is.
  const username = <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
  return (
    <div className="mt-10 grid max-w-3xl items-start gap-x-12 gap-y-10 md:grid-cols-2">
      <section aria-labelledby="password-title">
        <h2 id="password-title" className="mb-2 text-xl">
          {t("account.password")}
        </h2>
        <p className="mb-4 text-muted">{t("account.passwordHint")}</p>
        <form method="post" action="/api/admin/account/password" className="grid gap-5">
          {username}
          <Field {...current} id="current" label={t("account.current")} />
          <Field {...chosen} id="password" label={t("account.new")} hint={t("account.newHint", { min })} />
          <Field {...chosen} id="repeated" label={t("account.repeated")} />
          <div>
            <button type="submit" className={buttonClass()}>
              {t("account.change")}
            </button>
          </div>
        </form>
      </section>
      <section aria-labelledby="codes-title">
        <h2 id="codes-title" className="mb-2 text-xl">
          {t("account.codes")}
        </h2>
        <p className="mb-4 text-muted">{t("account.codesLeft", { count: codesLeft })}</p>
        <form method="post" action="/api/admin/account/recovery-codes" className="grid gap-5">
          {username}
          <Field {...current} id="current-for-codes" name="current" label={t("account.codesCurrent")} />
          <div>
            <button type="submit" className={buttonClass("secondary")}>
              {t("account.renew")}
            </button>
          </div>
        </form>
      </section>
    </div>
  );
}
