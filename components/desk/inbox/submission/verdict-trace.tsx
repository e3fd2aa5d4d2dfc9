import { questions } from "#lib/domain/submissions/core/questions.ts";
import type { Alternative, EvaluationDetails } from "#lib/domain/submissions/core/submission.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { RouteBadge } from "../../core/badges.tsx";
import { useQuestionTexts } from "../../core/condition-texts.tsx";

const shownWaysMax = 3;

export function VerdictTrace({ evaluation }: { evaluation: EvaluationDetails }) {
  const t = useDeskText("inbox");
  const { getQuestion, getOption } = useQuestionTexts();
  const { answers, score, cutOffs, route, whatIf } = evaluation;
  return (
    <>
      <p className="mb-3">
        <RouteBadge route={route} />{" "}
        {t("judged", { score: String(score), review: String(cutOffs.review), qualified: String(cutOffs.qualified) })}
      </p>
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-1 pr-4 font-normal">
              {t("questionAnswer")}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t("points")}
            </th>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ question, points }) => (
            <tr key={question} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-4 leading-5 font-normal">
                <span className="block text-muted">{getQuestion(question)}</span>
                <span className="block font-semibold">{getOption(question, points)}</span>
              </th>
              <td className="py-1 text-right tabular-nums">{points}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="mt-5 mb-2 text-base">{t("whatIf")}</h3>
      <AlternativeList ways={whatIf.better} direction="better" />
      <AlternativeList ways={whatIf.worse} direction="worse" />
    </>
  );
}

function AlternativeList({ ways, direction }: { ways: Alternative[]; direction: "better" | "worse" }) {
  const t = useDeskText("inbox");
  const { getQuestion, getOption } = useQuestionTexts();
  const [first] = ways;
  if (!first) return <p className="text-sm text-muted">{t(direction === "better" ? "noneBetter" : "noneWorse")}</p>;
  const shownWays = first.changes.length > 1 ? 1 : shownWaysMax;
  const others = ways.length - shownWays;
  return (
    <div className="mt-2 text-sm">
      <p className="font-semibold">
        {t(direction, { route: t(`route.${first.route}`) })}:{" "}
        {t("alternatives", { count: first.changes.length, score: String(first.score) })}
      </p>
      <ul className="mt-1 list-disc pl-5">
        {ways.slice(0, shownWays).map(({ changes }) => (
          <li key={JSON.stringify(changes)}>
            {changes.map(({ question, from, to }) => {
              const key = questions[question]?.key ?? "";
              return (
                <p key={key}>
                  <span className="text-muted">{getQuestion(key)}</span>{" "}
                  {t("change", { from: getOption(key, from), to: getOption(key, to) })}
                </p>
              );
            })}
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-1 pl-5 text-muted">{t("otherWays", { count: others })}</p>}
    </div>
  );
}
