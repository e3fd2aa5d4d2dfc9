// The server renders these notes: on a phone, the first use of Intl takes as long as all other texts of a form.
import { useTranslations } from "next-intl";
import { getTextBounds } from "#lib/domain/submissions/core/field-faults.ts";
import { type LongField, longFields } from "#lib/domain/submissions/core/fields.ts";
import { NoticeDate } from "./notice-date.tsx";

export function ConsentNote({ privacyPath }: { privacyPath: string }) {
  const t = useTranslations("form");
  return (
    <p className="text-sm text-muted">
      {t.rich("consent", {
        time: () => <NoticeDate />,
        link: (text) => (
          <a className="link" href={privacyPath} target="_blank" rel="noreferrer">
            {text}
          </a>
        ),
      })}
    </p>
  );
}

function LengthNote({ name }: { name: LongField }) {
  const t = useTranslations("form");
  const { min = 0, max = 0 } = getTextBounds(name);
  return t("bounds", { min, max });
}

export const lengthNotes = Object.fromEntries(longFields.map((name) => [name, <LengthNote key={name} name={name} />]));
