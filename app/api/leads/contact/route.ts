import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { submitContact } from "#lib/server/submissions/submit-contact.ts";

const route = handle(operations.submitContact, submitContact);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
