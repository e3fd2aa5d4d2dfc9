import type { Metadata } from "next";
import { Entrance } from "#components/desk/entrance.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { ReturnField } from "#components/desk/return-field.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { parseReturnPath, signInPath, withReturnPath } from "#lib/domain/desk/return-path.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { site } from "#lib/server/site.ts";
import { redirectIfSignedIn } from "../session.ts";

type Props = { searchParams: Promise<{ problem?: string; to?: string }> };

const t = adminText("auth");

export const metadata: Metadata = { title: t("secondFactor.title") };

export default async function SecondFactorPage({ searchParams }: Props) {
  const { problem, to } = await searchParams;
  const returnPath = parseReturnPath(to);
  await redirectIfSignedIn(returnPath);
  const texts = { invalid_input: t("secondFactor.invalid_input"), rate_limited: t("secondFactor.rate_limited") };
  return (
    <Entrance title={t("secondFactor.title")} site={site().name}>
      <Problem kind={problem} texts={texts} />
      <form method="post" action="/api/admin/second-factor" className="grid gap-5">
        <ReturnField path={returnPath} />
        <Field
          id="code"
          label={t("secondFactor.code")}
          hint={t("secondFactor.codeHint")}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          required
        />
        <button type="submit" className={buttonClass()}>
          {t("secondFactor.submit")}
        </button>
        <a href={withReturnPath(signInPath, returnPath)} className="link justify-self-start">
          {t("secondFactor.restart")}
        </a>
      </form>
    </Entrance>
  );
}
