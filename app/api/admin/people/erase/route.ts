import { pathBackToPeople, pathOfPeople } from "#lib/domain/people/people-path.ts";
import { PersonErasure } from "#lib/domain/people/person.ts";
import { handleAdminForm } from "#lib/http/handle-desk-form.ts";
import { erasePerson } from "#lib/server/people/erase-person.ts";

const route = handleAdminForm({
  name: "erasePerson",
  schema: PersonErasure,
  verb: (admin, input, { now }) => erasePerson(input, { admin, now }),
  next: () => `${pathOfPeople()}?erased`,
  back: ({ submission }) => (submission ? pathBackToPeople({ submission }) : `${pathOfPeople()}?form=erase`),
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
