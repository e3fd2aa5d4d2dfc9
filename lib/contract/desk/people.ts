import { PersonDocument, PersonErasure, PersonExportRequest, PersonSearch } from "../../domain/people/person.ts";
import { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Done, defineDeskOperation } from "../operation.ts";

const forAdmins = { method: "POST", source: "body", status: 200, access: "admin" } as const;
/** Searches all texts, which may take a minute, after waiting for another search. */
const waitSeconds = 130;

/** E-mail addresses travel in bodies, never in URLs. */
export const peopleOperations = {
  findPerson: defineDeskOperation({
    ...forAdmins,
    operationId: "findPerson",
    path: "/admin/people/find",
    input: PersonSearch,
    output: SubmissionRef,
  }),
  exportPerson: defineDeskOperation({
    ...forAdmins,
    operationId: "exportPerson",
    path: "/admin/people/download",
    input: PersonExportRequest,
    output: PersonDocument,
    waitSeconds,
  }),
  erasePerson: defineDeskOperation({
    ...forAdmins,
    operationId: "erasePerson",
    path: "/admin/people/erase",
    input: PersonErasure,
    output: Done,
    waitSeconds,
  }),
};
