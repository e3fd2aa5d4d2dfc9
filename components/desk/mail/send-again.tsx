import { buttonClass } from "#components/ui/button.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { JobFields } from "./job-fields.tsx";

type Props = {
  jobs: string[] | "all";
  text: string;
  /** Where the text says too little by itself. */
  label?: string;
  look?: "secondary" | "quiet";
  /** The submission on whose page this stands. */
  from?: SubmissionRef;
};

/** Has mails that were given up sent again. */
export function SendAgain({ jobs, text, label, look = "quiet", from }: Props) {
  return (
    <form method="post" action="/api/admin/mail/send-again">
      <JobFields jobs={jobs} />
      {from && (
        <>
          <input type="hidden" name="kind" value={from.kind} />
          <input type="hidden" name="id" value={from.id} />
        </>
      )}
      <button type="submit" className={buttonClass(look)} aria-label={label}>
        {text}
      </button>
    </form>
  );
}
