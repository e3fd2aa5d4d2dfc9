import { peopleOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { findPerson } from "#lib/server/people/get-person.ts";

export const POST = handle(peopleOperations.findPerson, findPerson);
