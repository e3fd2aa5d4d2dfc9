import { useTranslations } from "next-intl";

type Props = {
  /** Id of the element whose text is copied. */ of: string /** What that is, for whoever does not see it. */;
  name: string;
};

/** Appears with the script that serves it (page-tools.tsx). */
export function CopyButton({ of, name }: Props) {
  const t = useTranslations("catalog");
  return (
    <button
      type="button"
      data-copy={of}
      className="group invisible shrink-0 cursor-pointer rounded-sm border border-edge px-2.5 py-1 text-sm font-medium hover:border-primary hover:text-primary print:hidden"
    >
      <span className="group-data-done:hidden">{t("copy")}</span>
      <span className="hidden group-data-done:inline">{t("copied")}</span>
      <span className="sr-only"> {name}</span>
    </button>
  );
}
