import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { submitInquiry } from "#lib/server/submissions/submit.ts";

const route = handle(operations.submitContact, submitInquiry);

export { route as OPTIONS, route as POST };
