import { operations } from "#lib/contract/operations.ts";
import { handle } from "#lib/http/handle.ts";
import { submitEvaluation } from "#lib/server/submissions/submit-evaluation.ts";

const route = handle(operations.submitEvaluation, submitEvaluation);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
