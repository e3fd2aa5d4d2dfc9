import "server-only";
import { database } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";

const answerSetsMin = 3;
const span = Prisma.sql`interval '7 days'`;
const companyRowsMax = 1000;

/**
 * The company sent the same text with three or more sets of answers within a week before or after: people find out what
 * qualifies, programs probe the thresholds. @returns number of different sets, by evaluation ID
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
