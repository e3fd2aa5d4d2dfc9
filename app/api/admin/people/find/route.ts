import { pathOfPeople } from "#lib/domain/people/people-path.ts";
import { PersonSearch } from "#lib/domain/people/person.ts";
import { handleAdminForm } from "#lib/http/handle-desk-form.ts";
import { findPerson } from "#lib/server/people/get-person.ts";

const route = handleAdminForm({
  name: "findPerson",
  schema: PersonSearch,
  verb: (admin, input) => findPerson(input, { admin }),
  next: (submission) => pathOfPeople(submission),
  back: () => pathOfPeople(),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
