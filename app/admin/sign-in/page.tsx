import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Done } from "#components/desk/done.tsx";
import { Entrance } from "#components/desk/entrance.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { ReturnField } from "#components/desk/return-field.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { parseReturnPath } from "#lib/domain/desk/return-path.ts";
import { typedCookie } from "#lib/http/shown-once.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { isDeskOn } from "#lib/server/auth/auth.ts";
import { site } from "#lib/server/site.ts";
import { redirectIfSignedIn } from "../session.ts";

type Props = { searchParams: Promise<{ problem?: string; accepted?: string; to?: string }> };

const t = adminText("auth");

export const metadata: Metadata = { title: t("title") };

export default async function SignInPage({ searchParams }: Props) {
  const { problem, accepted, to } = await searchParams;
  const returnPath = parseReturnPath(to);
  await redirectIfSignedIn(returnPath);
  const email = problem && (await cookies()).get(typedCookie)?.value;
  const { name } = site();
  return (
    <Entrance title={t("title")} site={name}>
      {isDeskOn() ? (
        <>
          <Problem kind={problem} texts={{ invalid_input: t("signIn.invalid_input") }} />
          {accepted !== undefined && <Done>{t("signIn.accepted")}</Done>}
          <p className="mb-6 text-muted">{t("signIn.intro", { site: name })}</p>
          <form method="post" action="/api/admin/sign-in" className="grid gap-5">
            <ReturnField path={returnPath} />
            <Field
              id="email"
              type="email"
              label={t("signIn.email")}
              autoComplete="username"
              defaultValue={email}
              autoFocus={!email}
              required
            />
            <Field
              id="password"
              type="password"
              label={t("signIn.password")}
              autoComplete="current-password"
              autoFocus={Boolean(email)}
              required
            />
            <button type="submit" className={buttonClass()}>
              {t("signIn.submit")}
            </button>
          </form>
        </>
      ) : (
        <p>{t("signIn.off")}</p>
      )}
    </Entrance>
  );
}
