import type { Locale } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PathText } from "#components/catalog/code.tsx";
import { linkTo } from "#components/ui/link-to.tsx";
import { contractPath, mcpPath } from "#lib/contract/addresses.ts";
import { getHandOffExamples } from "#lib/domain/submissions/intake/samples.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { inlineCode, inlineCodes } from "./article.tsx";

const hosts = ["chatGpt", "claude", "vsCode", "cursor"] as const;
const rules = ["ask", "show", "once", "relay"] as const;

type Props = { locale: Locale; siteUrl: string; className?: string };

export async function ForAssistants({ locale, siteUrl, className }: Props) {
  const t = await getTranslations({ locale, namespace: "forAssistants" });
  const { evaluation, contact, evaluationLink, ...fields } = getHandOffExamples(siteUrl, locale);
  const strong = (text: ReactNode) => <strong>{text}</strong>;
  const code = inlineCode;
  const guide = linkTo(getPathname({ href: "/developers", locale }));
  return (
    <section className={className} aria-labelledby="assistants">
      <h2 id="assistants" className="text-2xl">
        {t("title")}
      </h2>
      <p className="mt-3 max-w-prose">{t("lead")}</p>
      <div className="mt-5 border-t border-line">
        <Disclosure title={t("connect.title")}>
          <p>{t("connect.text")}</p>
          <UrlBlock>{siteUrl + mcpPath}</UrlBlock>
          <ul className="list-disc space-y-1 pl-5">
            {hosts.map((host) => (
              <li key={host}>{t.rich(`connect.${host}`, { strong, code })}</li>
            ))}
          </ul>
          <p>{t("connect.menus")}</p>
        </Disclosure>
        <Disclosure title={t("link.title")}>
          <p>{t.rich("link.text", { evaluation, contact, code })}</p>
          <ul className="list-disc space-y-1 pl-5">
            <li>{t.rich("link.query", { code })}</li>
            <li>{t.rich("link.fragment", { ...fields, code, codes: inlineCodes })}</li>
            <li>{t.rich("link.escape", { code })}</li>
          </ul>
          <UrlBlock>{evaluationLink}</UrlBlock>
          <p>{t("link.result")}</p>
        </Disclosure>
        <Disclosure title={t("rules.title")}>
          <ol className="list-decimal space-y-1 pl-5">
            {rules.map((rule) => (
              <li key={rule}>{t(`rules.${rule}`)}</li>
            ))}
          </ol>
          <p>{t("rules.mail")}</p>
        </Disclosure>
      </div>
      <p className="mt-4">{t.rich("contract", { contract: linkTo(contractPath), guide })}</p>
    </section>
  );
}

function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary>{title}</summary>
      <div className="max-w-prose space-y-3 pb-4">{children}</div>
    </details>
  );
}

function UrlBlock({ children }: { children: string }) {
  return (
    <p>
      <code className="block rounded-md border border-line bg-surface px-4 py-3 text-sm wrap-anywhere">
        <PathText path={children} />
      </code>
    </p>
  );
}
