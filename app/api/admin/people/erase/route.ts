import { peopleOperations } from "#lib/contract/desk/submissions.ts";
import { handle } from "#lib/http/handle.ts";
import { erasePerson } from "#lib/server/people/erase-person.ts";

export const POST = handle(peopleOperations.erasePerson, erasePerson);
