import { pathBackToPeople } from "#lib/domain/people/people-path.ts";
import { PersonExportRequest, toPersonRef } from "#lib/domain/people/person.ts";
import { answerJsonFile } from "#lib/http/answer-json-file.ts";
import { handleAdminForm } from "#lib/http/handle-desk-form.ts";
import { exportPerson } from "#lib/server/people/export-person.ts";

const route = handleAdminForm({
  name: "exportPerson",
  schema: PersonExportRequest,
  verb: (admin, input, { now }) => exportPerson(input, { admin, now }),
  respond: (content, { submission }, { headers }) =>
    answerJsonFile(`person-${toPersonRef(submission)}.json`, content, headers),
  back: pathBackToPeople,
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
