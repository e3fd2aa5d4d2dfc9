import { evaluationValues, insertEvaluation } from "../../../../../statements.ts";
import { insert } from "../../../../insert.ts";

const verdict = { points: [1, 1, 1, 1, 1, 1, 1, 1, 1], form: "answers", score: 9, route: "review" as const };

export const POST = insert(insertEvaluation, (body, requestId) => evaluationValues(body, requestId, verdict));
