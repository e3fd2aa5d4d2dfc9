import { OwnerChange } from "#lib/domain/desk/changes.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { changeOwner } from "#lib/server/submissions/change-owner.ts";

const route = handleDeskForm({
  name: "changeOwner",
  schema: OwnerChange,
  verb: (operator, input, context) => changeOwner(input, { ...context, operator }),
  next: (_, ref) => `${submissionPath(ref)}?saved`,
  back: submissionPath,
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
