import { StatusChange } from "#lib/domain/desk/changes.ts";
import { refusedChangePath } from "#lib/domain/desk/refused-change.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { changeStatus } from "#lib/server/submissions/change-status.ts";

const route = handleDeskForm({
  name: "changeStatus",
  schema: StatusChange,
  verb: (operator, input, context) => changeStatus(input, { ...context, operator }),
  next: (_, ref) => `${submissionPath(ref)}?saved=status`,
  back: refusedChangePath("status"),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
