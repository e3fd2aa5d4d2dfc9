import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { operatorRoles } from "#lib/domain/desk/operator.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("auth");

export function InviteForm() {
  return (
    <section aria-labelledby="invite" className="mt-10 max-w-md">
      <h2 id="invite" className="mb-2 text-xl">
        {t("operators.invite")}
      </h2>
      <p className="mb-5 text-muted">{t("operators.inviteHint")}</p>
      <form method="post" action="/api/admin/operators/invite" className="grid gap-5">
        <Field id="email" type="email" label={t("operators.email")} autoComplete="off" required />
        <fieldset aria-describedby="role-hint">
          <legend className="mb-1 font-semibold">{t("operators.role")}</legend>
          <p id="role-hint" className="mb-2 text-sm text-muted">
            {t("operators.roleHint")}
          </p>
          {operatorRoles.toReversed().map((role) => (
            <label key={role} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="role"
                value={role}
                defaultChecked={role === "member"}
                className="size-5 accent-primary"
              />
              {t(`operators.${role}`)}
            </label>
          ))}
        </fieldset>
        <button type="submit" className={`${buttonClass()} justify-self-start`}>
          {t("operators.submit")}
        </button>
      </form>
    </section>
  );
}

/** The link of an invitation that was just made. */
export function NewLink({ email, url }: { email: string; url: string }) {
  return (
    <section
      aria-labelledby="new-link"
      className="mb-8 max-w-3xl rounded-md border-l-4 border-success bg-success-soft px-4 py-3"
    >
      <h2 id="new-link" className="mb-1 text-lg wrap-anywhere">
        {t("operators.link", { email })}
      </h2>
      <p className="mb-3">{t("operators.linkHint")}</p>
      <p className="rounded-sm bg-surface px-3 py-2 font-mono break-all">
        <code>{url}</code>
      </p>
    </section>
  );
}
