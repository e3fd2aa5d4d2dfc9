import type { Metadata } from "next";
import { Entrance } from "#components/desk/access/entrance.tsx";
import { SignInForm } from "#components/desk/access/entry-forms.tsx";
import { parseReturnPath } from "#lib/domain/desk/return-path.ts";
import { deskText } from "#lib/i18n/desk-text.ts";
import { isDeskOn } from "#lib/server/auth/auth.ts";
import { site } from "#lib/server/site.ts";
import { redirectIfSignedIn } from "../session.ts";

type Props = { searchParams: Promise<{ to?: string | string[] }> };

const t = deskText("auth");

export const metadata: Metadata = { title: t("title") };

export default async function SignInPage({ searchParams }: Props) {
  const returnPath = parseReturnPath((await searchParams).to);
  await redirectIfSignedIn(returnPath);
  const { name } = site();
  return (
    <Entrance title={t("title")} site={name}>
      {isDeskOn() ? (
        <>
          <p className="mb-6 text-muted">{t("signIn.intro", { site: name })}</p>
          <SignInForm returnPath={returnPath} />
        </>
      ) : (
        <p>{t("signIn.off")}</p>
      )}
    </Entrance>
  );
}
