import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { submitEvaluation } from "#lib/server/submissions/submit.ts";

const route = handle(operations.submitEvaluation, submitEvaluation);

export { route as OPTIONS, route as POST };
