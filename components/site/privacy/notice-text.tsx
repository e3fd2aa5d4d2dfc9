import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { SectionName } from "./sections.ts";

type Props = { of: "intro" | `sections.${SectionName}.text`; name: string; contactEmail: string };

/** A text of several paragraphs and lists. */
export async function NoticeText({ of, name, contactEmail }: Props) {
  const t = await getTranslations("privacy");
  return (
    <div className="space-y-3">
      {t.rich(of, {
        name,
        mail: () => (
          <a className="link break-words" href={`mailto:${contactEmail}`}>
            {contactEmail}
          </a>
        ),
        p: (text: ReactNode) => <p>{text}</p>,
        ul: (items: ReactNode) => <ul className="list-disc space-y-1.5 pl-5 marker:text-accent">{items}</ul>,
        li: (text: ReactNode) => <li>{text}</li>,
        b: (text: ReactNode) => <strong className="font-semibold">{text}</strong>,
      })}
    </div>
  );
}
