import "server-only";
import type { OverviewRange } from "../../../domain/submissions/overview/overview-range.ts";
import { type StepCount, type StepFigures, toStepFigures } from "../../../domain/submissions/overview/step-figures.ts";
import { database } from "../../db.ts";

/** Counts whole days: those of the range, and those of the range before it. */
export async function readStepFigures({ range }: { range: OverviewRange }): Promise<StepFigures[]> {
  const counts = await database(
    (db) => db.$queryRaw<StepCount[]>`
      SELECT form, step, language, door, device,
        width_bucket(day, ${range.parts.map(({ from }) => from)}::date[]) - 1 AS part, sum(count)::int AS count
      FROM form_steps
      WHERE day BETWEEN ${range.days[0]?.day}::date AND ${range.days.at(-1)?.day}::date
        OR day BETWEEN ${range.before[0]?.day}::date AND ${range.before.at(-1)?.day}::date
      GROUP BY 1, 2, 3, 4, 5, 6`,
    "desk",
  );
  return (["evaluation", "contact"] as const).map((form) => toStepFigures(form, range, counts));
}
