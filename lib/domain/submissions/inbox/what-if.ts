import { sumPoints } from "../core/questions.ts";
import type { LeadRoute } from "../core/schema.ts";
import type { Alternative, EvaluationDetails } from "../core/submission.ts";

type AnswerChange = Alternative["changes"][number];

const routeRanks: Record<LeadRoute, number> = { redirect: 0, review: 1, qualified: 2 };
const optionPoints = [0, 1, 2];

/** Finds the smallest changes of the answers that change the verdict. `points` are in question order. */
export function findAlternatives(
  points: readonly number[],
  toRoute: (score: number) => LeadRoute,
): EvaluationDetails["whatIf"] {
  return { better: findSmallest(points, toRoute, 1), worse: findSmallest(points, toRoute, -1) };
}

function findSmallest(points: readonly number[], toRoute: (score: number) => LeadRoute, sign: 1 | -1): Alternative[] {
  const rank = routeRanks[toRoute(sumPoints(points))];
  for (let count = 1; count <= points.length; count++) {
    const reached = [...combineChanges(points, count, sign)].flatMap((changes): Alternative[] => {
      const score = sumPoints(points.map((point, at) => changes.find(({ question }) => question === at)?.to ?? point));
      const route = toRoute(score);
      return sign * (routeRanks[route] - rank) > 0 ? [{ changes, score, route }] : [];
    });
    const least = Math.min(...reached.map(sumMovedPoints));
    if (reached.length) return reached.filter((alternative) => sumMovedPoints(alternative) === least);
  }
  return [];
}

/** Yields all ways to move exactly `count` answers up or down, from question `first` on. */
function* combineChanges(points: readonly number[], count: number, sign: 1 | -1, first = 0): Generator<AnswerChange[]> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let question = first; question <= points.length - count; question++) {
    const from = points[question] ?? 0;
    for (const to of optionPoints.filter((option) => sign * (option - from) > 0)) {
      for (const others of combineChanges(points, count - 1, sign, question + 1))
        yield [{ question, from, to }, ...others];
    }
  }
}

function sumMovedPoints({ changes }: Alternative): number {
  return sumPoints(changes.map(({ from, to }) => Math.abs(to - from)));
}
