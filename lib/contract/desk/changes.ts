import { Change, ChangeResult, NewNote, Undo } from "../../domain/desk/changes.ts";
import { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Done, defineDeskPost } from "../operation.ts";

const path = "/admin/inbox/{kind}/{id}";

export const changeOperations = {
  changeSubmissions: defineDeskPost("changeSubmissions", "/admin/changes", "operator", Change, ChangeResult),
  undoChanges: defineDeskPost("undoChanges", "/admin/changes/undo", "operator", Undo, ChangeResult),
  separateRepeat: defineDeskPost("separateRepeat", `${path}/separate`, "operator", SubmissionRef, Done),
  addNote: defineDeskPost("addNote", `${path}/notes`, "operator", NewNote, Done),
};
