import { StatusUndo } from "#lib/domain/desk/changes.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { undoStatus } from "#lib/server/submissions/undo-status.ts";

const route = handleDeskForm({
  name: "undoStatus",
  schema: StatusUndo,
  verb: (operator, input, context) => undoStatus(input, { ...context, operator }),
  next: (_, ref) => `${submissionPath(ref)}?saved`,
  back: submissionPath,
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
