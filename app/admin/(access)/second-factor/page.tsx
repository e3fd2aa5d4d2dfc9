import { AccessPage, SecondFactorForm } from "#components/desk/access/access-forms.tsx";
import { parseReturnPath, signInPath, withReturnPath } from "#lib/domain/access/return-path.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { readSite } from "#lib/server/site.ts";
import type { DeskPageProps } from "../../../pages.ts";
import { redirectIfSignedIn } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("secondFactor.title"));

export default async function SecondFactorPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("auth");
  const returnPath = parseReturnPath((await searchParams).to);
  await redirectIfSignedIn(returnPath);
  return (
    <AccessPage title={t("secondFactor.title")} site={(await readSite()).name}>
      <SecondFactorForm returnPath={returnPath} />
      <a href={withReturnPath(signInPath, returnPath)} className="link mt-5 inline-block">
        {t("secondFactor.restart")}
      </a>
    </AccessPage>
  );
}
