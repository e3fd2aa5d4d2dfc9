import { redirect } from "next/navigation";
import { encode } from "uqr";
import { AccessPage, SecondFactorSetUpForm } from "#components/desk/access/access-forms.tsx";
import { RecoveryCodes } from "#components/desk/access/shown-once.tsx";
import { deskPath, parseReturnPath, signInPath, withReturnPath } from "#lib/domain/access/return-path.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { findSecondFactorSetUp } from "#lib/server/access/second-factor.ts";
import { readSite } from "#lib/server/site.ts";
import type { DeskPageProps } from "../../../../pages.ts";
import { requirePageVisitor } from "../../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("setUp.title"));

export default async function SetUpPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("auth");
  const visitor = await requirePageVisitor();
  const returnPath = parseReturnPath((await searchParams).to);
  if (visitor.hasSecondFactor) redirect(returnPath ?? deskPath);
  const setUp = await findSecondFactorSetUp({ visitor });
  if (!setUp) redirect(withReturnPath(signInPath, returnPath));
  return (
    <AccessPage title={t("setUp.title")} site={(await readSite()).name} isWide>
      <p className="mb-6 max-w-[60ch]">{t("setUp.intro")}</p>
      <ol className="grid gap-8">
        <li>
          <h2 className="mb-3 text-lg">1. {t("setUp.scan")}</h2>
          <div className="grid items-start gap-5 sm:grid-cols-[15rem_1fr]">
            <QrCode text={setUp.uri} label={t("setUp.qr")} />
            <div>
              <p className="mb-2">{t("setUp.typed")}</p>
              <p className="rounded-sm bg-paper px-3 py-2 font-mono break-words">
                <code>{setUp.secret.replace(/.{4}(?=.)/g, "$& ")}</code>
              </p>
            </div>
          </div>
        </li>
        <li>
          <h2 className="mb-2 text-lg">2. {t("setUp.recovery")}</h2>
          <p className="mb-3 max-w-[60ch]">{t("setUp.recoveryHint")}</p>
          <RecoveryCodes codes={setUp.recoveryCodes} />
        </li>
        <li>
          <h2 className="mb-3 text-lg">3. {t("setUp.confirm")}</h2>
          <SecondFactorSetUpForm returnPath={returnPath} />
        </li>
      </ol>
    </AccessPage>
  );
}

/** Draws a QR code dark on light in both themes, because some cameras cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="w-full max-w-60 rounded-md">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
