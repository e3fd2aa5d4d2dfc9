import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { addNote } from "#lib/server/submissions/add-note.ts";

export const POST = handle(inboxOperations.addNote, addNote);
