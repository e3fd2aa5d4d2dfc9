import { peopleOperations } from "#lib/contract/desk/people.ts";
import { handle } from "#lib/http/handle.ts";
import { findPerson } from "#lib/server/people/find-person.ts";

export const POST = handle(peopleOperations.findPerson, (input, { admin }) => findPerson(admin, input));
