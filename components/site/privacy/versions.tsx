import { getTranslations } from "next-intl/server";
import { privacyNoticeVersions } from "#lib/domain/submissions/privacy-notice.ts";

export async function Versions() {
  const t = await getTranslations("privacy.versions");
  return (
    <table className="mt-5 w-full border-t border-line text-left">
      <thead>
        <tr className="border-b border-line">
          <th className="py-2.5 pr-6 font-semibold">{t("version")}</th>
          <th className="py-2.5 font-semibold">{t("change")}</th>
        </tr>
      </thead>
      <tbody>
        {privacyNoticeVersions.map((version) => (
          <tr key={version} className="border-b border-line align-top">
            <td className="py-2.5 pr-6 whitespace-nowrap">
              <time dateTime={version}>{version}</time>
            </td>
            <td className="py-2.5">{t(`changes.${version}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
