import { NewReply } from "#lib/domain/desk/changes.ts";
import { refusedChangePath } from "#lib/domain/desk/refused-change.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { sendReply } from "#lib/server/submissions/send-reply.ts";

const route = handleDeskForm({
  name: "sendReply",
  schema: NewReply,
  verb: (operator, input, context) => sendReply(input, { ...context, operator }),
  next: (_, ref) => `${submissionPath(ref)}?saved=reply`,
  back: refusedChangePath("reply"),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
