import { useFormatter } from "next-intl";
import { privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";

export function NoticeDate({ version = privacyNoticeVersion }: { version?: string }) {
  const format = useFormatter();
  return (
    <time className="whitespace-nowrap" dateTime={version}>
      {format.dateTime(new Date(version), { dateStyle: "long", timeZone: "UTC" })}
    </time>
  );
}
