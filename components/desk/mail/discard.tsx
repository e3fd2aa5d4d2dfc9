import { buttonClass } from "#components/ui/button.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { JobFields } from "./job-fields.tsx";

type Props = {
  /** Of the question, on its page. */
  id: string;
  jobs: string[];
  text: string;
  /** Where the text says too little by itself. */
  label?: string;
  look?: "secondary" | "quiet";
};

const t = adminText("mail");

/** Has dead mails deleted once the question is answered: they are gone for good. */
export function Discard({ id, jobs, text, label, look = "quiet" }: Props) {
  const count = jobs.length;
  // Not <details>: Chromium's page dies where one is in a table that turns from blocks into a table.
  return (
    <>
      <button type="button" className={buttonClass(look)} aria-label={label} popoverTarget={id}>
        {text}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label ?? text}
        className="m-auto w-80 max-w-full rounded-md border border-edge bg-surface p-5 text-base whitespace-normal text-ink"
      >
        <p className="font-semibold">{label ?? text}</p>
        <p className="mt-1 mb-4">{t("dead.discardWarning", { count })}</p>
        <form method="post" action="/api/admin/mail/discard" className="flex flex-wrap gap-3">
          <JobFields jobs={jobs} />
          <button type="submit" className={buttonClass()}>
            {t("dead.discardYes", { count })}
          </button>
          <button type="button" className={buttonClass("secondary")} popoverTarget={id} popoverTargetAction="hide">
            {t("dead.discardNo", { count })}
          </button>
        </form>
      </div>
    </>
  );
}
