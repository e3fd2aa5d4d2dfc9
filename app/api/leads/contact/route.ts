import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { submitContact } from "#lib/server/submissions/submit-contact.ts";

const route = handle(operations.submitContact, submitContact);

export { route as OPTIONS, route as POST };
