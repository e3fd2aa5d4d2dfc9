import { peopleOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { exportPerson } from "#lib/server/people/export-person.ts";

export const POST = handle(peopleOperations.exportPerson, exportPerson);
