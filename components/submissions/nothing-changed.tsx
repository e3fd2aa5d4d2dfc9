import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.ts";

type Props = {
  /** Until the client is let in again; undefined where the fault is ours. */
  minutes: number | undefined;
  /** Of the link's page; empty where it is not known. */
  linkPath: string;
};

/** The button did nothing for now, and the link still works. */
export function NothingChanged({ minutes, linkPath }: Props) {
  const t = useTranslations("consent.refused");
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{t("title")}</h1>
      <div role="alert" className="mt-6 rounded-md border-2 border-danger bg-danger-soft p-5">
        <p className="font-medium">{minutes === undefined ? t("unavailable") : t("rateLimited", { minutes })}</p>
      </div>
      <p className="mt-6">{t("unchanged")}</p>
      {linkPath ? (
        <a className={`${buttonClass()} mt-8`} href={linkPath}>
          {t("retry")}
        </a>
      ) : (
        <p className="mt-3">{t("openAgain")}</p>
      )}
    </div>
  );
}
