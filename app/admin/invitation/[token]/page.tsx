import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Entrance } from "#components/desk/entrance.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { signInPath } from "#lib/domain/desk/return-path.ts";
import { passwordCharactersMax, passwordCharactersMin } from "#lib/domain/desk/sign-in.ts";
import { typedCookie } from "#lib/http/shown-once.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { findInvitation } from "#lib/server/auth/invitations.ts";
import { site } from "#lib/server/site.ts";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ problem?: string }> };

const t = adminText("auth");

/** The address is a secret: it is told to nobody. */
export const metadata: Metadata = { title: t("invitation.title"), referrer: "no-referrer" };

export default async function InvitationPage({ params, searchParams }: Props) {
  const { token } = await params;
  const { problem } = await searchParams;
  const invitation = await findInvitation(token);
  const { name } = site();
  if (!invitation) {
    return (
      <Entrance title={t("invitation.over")} site={name}>
        <p className="mb-6">{t("invitation.overHint")}</p>
        <a href={signInPath} className={buttonClass("secondary")}>
          {t("invitation.toSignIn")}
        </a>
      </Entrance>
    );
  }
  const typedName = problem && (await cookies()).get(typedCookie)?.value;
  const lengths = { min: passwordCharactersMin, max: passwordCharactersMax };
  const password = { type: "password", autoComplete: "new-password", required: true } as const;
  return (
    <Entrance title={t("invitation.title")} site={name}>
      <Problem kind={problem} texts={{ invalid_input: t("invitation.invalid_input", lengths) }} />
      <p className="mb-6">{t("invitation.intro", { email: invitation.email })}</p>
      <form method="post" action="/api/admin/invitation" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="username" autoComplete="username" value={invitation.email} />
        <Field
          id="name"
          label={t("invitation.name")}
          hint={t("invitation.nameHint")}
          autoComplete="name"
          defaultValue={typedName || invitation.name}
          required
        />
        <Field
          id="password"
          label={t("invitation.password")}
          hint={t("invitation.passwordHint", { min: lengths.min })}
          minLength={lengths.min}
          maxLength={lengths.max}
          {...password}
        />
        <Field id="repeated" label={t("invitation.repeated")} {...password} />
        <button type="submit" className={buttonClass()}>
          {t("invitation.submit")}
        </button>
      </form>
    </Entrance>
  );
}
