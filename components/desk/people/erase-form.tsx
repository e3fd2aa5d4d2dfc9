import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { toPersonRef } from "#lib/domain/people/person.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

/** Without a person, for an address that others mention: it is typed twice. */
type Props = { person?: { email: string; submission: SubmissionRef } };

const t = adminText("people");

export function EraseForm({ person }: Props) {
  const typed = { type: "text", inputMode: "email", autoComplete: "off", spellCheck: false, required: true } as const;
  return (
    <section aria-labelledby="erase" className="rounded-md border border-danger bg-surface p-4 sm:p-5">
      <h2 id="erase" className="mb-3 text-xl">
        {t(person ? "erase.title" : "erase.titleMentions")}
      </h2>
      <div id="erase-warning" className="mb-4 max-w-prose">
        <p>{t(person ? "erase.warning" : "erase.warningMentions")}</p>
        <p className="mt-2 text-sm text-muted">{t("erase.operators")}</p>
      </div>
      <form
        method="post"
        action="/api/admin/people/erase"
        aria-describedby="erase-warning"
        className="grid max-w-xl justify-items-start gap-4"
      >
        {person ? (
          <>
            <input type="hidden" name="submission" value={toPersonRef(person.submission)} />
            <input type="hidden" name="email" value={person.email} />
          </>
        ) : (
          <div className="w-full">
            <Field {...typed} id="erased-email" name="email" label={t("erase.email")} />
          </div>
        )}
        <div className="w-full">
          <Field {...typed} id="confirmation" label={t("erase.confirmation")} />
        </div>
        <button type="submit" className={buttonClass("secondary")}>
          {t("erase.submit")}
        </button>
      </form>
    </section>
  );
}
