import { AccessPage, SignInForm } from "#components/desk/access/access-forms.tsx";
import { parseReturnPath } from "#lib/domain/access/return-path.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { isDeskOn } from "#lib/server/access/auth.ts";
import { readSite } from "#lib/server/site.ts";
import type { DeskPageProps } from "../../../pages.ts";
import { redirectIfSignedIn } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("title"));

export default async function SignInPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("auth");
  const returnPath = parseReturnPath((await searchParams).to);
  await redirectIfSignedIn(returnPath);
  const { name } = await readSite();
  return (
    <AccessPage title={t("title")} site={name}>
      {isDeskOn() ? (
        <>
          <p className="mb-6 text-muted">{t("signIn.intro", { site: name })}</p>
          <SignInForm returnPath={returnPath} />
        </>
      ) : (
        <p>{t("signIn.off")}</p>
      )}
    </AccessPage>
  );
}
