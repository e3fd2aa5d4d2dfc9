import "server-only";
import { database } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";

const answerSetsMin = 3;
const span = Prisma.sql`interval '7 days'`;
const companyRowsMax = 1000;

/**
 * Finds evaluations whose company sent the same text with at least three different sets of answers within a week before
 * or after. People do this to find out what qualifies, and programs to probe the thresholds.
 * @returns number of different sets of answers, by evaluation ID
 */
export async function findAnswerSeries(evaluationIds: number[]): Promise<Map<number, number>> {
  if (!evaluationIds.length) return new Map();
  const found = await database(
    (db) => db.$queryRaw<{ id: number; answerSets: number }[]>`
      SELECT shown.id, series."answerSets" FROM submissions AS shown CROSS JOIN LATERAL (
        SELECT count(DISTINCT answers)::int AS "answerSets" FROM (
          SELECT kind, text, created_at, answers FROM submissions
          WHERE lower(company) = lower(shown.company) LIMIT ${companyRowsMax}
        ) AS same_company
        WHERE kind = 'evaluation' AND text = shown.text AND created_at BETWEEN
          shown.created_at - ${span} AND shown.created_at + ${span}
      ) AS series
      WHERE shown.kind = 'evaluation' AND shown.id = ANY (${evaluationIds}::int[])
        AND series."answerSets" >= ${answerSetsMin}`,
    "desk",
  );
  return new Map(found.map(({ id, answerSets }) => [id, answerSets]));
}
