import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { DeadMails } from "#lib/server/mail/dead-mails.ts";
import { sendAgain } from "#lib/server/mail/send-again.ts";

/** The page that the form stands on: a submission's, or the one of all mail. */
function pageOf(values: unknown): string {
  const ref = SubmissionRef.safeParse(values).data;
  return ref ? submissionPath(ref) : "/admin/mail";
}

const route = handleDeskForm({
  name: "sendAgain",
  schema: DeadMails,
  repeated: ["jobs"],
  verb: sendAgain,
  next: ({ count }, values) => `${pageOf(values)}?again=${count}`,
  back: pageOf,
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
