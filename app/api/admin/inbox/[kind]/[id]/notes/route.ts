import { NewNote } from "#lib/domain/desk/changes.ts";
import { refusedChangePath } from "#lib/domain/desk/refused-change.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { handleDeskForm } from "#lib/http/handle-desk-form.ts";
import { addNote } from "#lib/server/submissions/add-note.ts";

const route = handleDeskForm({
  name: "addNote",
  schema: NewNote,
  verb: (operator, input, context) => addNote(input, { ...context, operator }),
  next: (_, ref) => `${submissionPath(ref)}?saved=note`,
  back: refusedChangePath("note"),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
