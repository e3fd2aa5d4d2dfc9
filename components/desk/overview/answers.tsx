import { questionKeys } from "#lib/domain/submissions/core/question-keys.ts";
import type { AnswerCount } from "#lib/domain/submissions/overview/overview.ts";
import { countedPath, type Filters, toAnswerFilters } from "#lib/domain/submissions/overview/overview-links.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useQuestionTexts } from "../core/question-texts.ts";
import { Bar, FigureTable, Panel } from "./chart.tsx";

const id = "answers";
const scores = [0, 1, 2];

export function Answers({ answers, days }: { answers: AnswerCount[][]; days: Filters }) {
  const t = useDeskText("overview");
  const { getQuestion, getOption } = useQuestionTexts();
  const columns = [
    { key: "option", header: t("answers.option") },
    { key: "all", header: t("answers.all"), width: "w-16" },
    { key: "qualified", header: t("answers.qualified"), width: "w-21" },
  ];
  const total = sumCounts(answers[0] ?? [], "count");
  return (
    <div className="lg:col-span-2 sm:print:col-span-2">
      <Panel id={id} note={t("answers.note")} emptyText={total ? undefined : t("answers.none")}>
        <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3 sm:print:grid-cols-3">
          {questionKeys.map((key, at) => {
            const counts = answers[at] ?? [];
            const [all, qualified] = [sumCounts(counts, "count"), sumCounts(counts, "qualified")];
            const most = Math.max(...counts.map(({ count }) => count));
            const rows = scores.map((score) => {
              const found = counts.find((each) => each.score === score) ?? { count: 0, qualified: 0 };
              const filters = toAnswerFilters(at, score);
              const isMost = all > 0 && found.count === most;
              return {
                key: String(score),
                name: (
                  <span className={isMost ? "font-semibold" : undefined}>
                    {getOption(key, score)}
                    <Bar parts={[{ value: found.count, fill: isMost ? "first" : "rest" }]} max={Math.max(1, all)} />
                  </span>
                ),
                figures: [
                  { part: found.count, whole: all, href: countedPath(days, filters) },
                  {
                    part: found.qualified,
                    whole: qualified,
                    href: countedPath(days, { ...filters, route: "qualified" }),
                  },
                ],
              };
            });
            return (
              <section key={key}>
                <h3 id={`${id}-${key}`} className="mb-1 text-sm font-semibold">
                  {getQuestion(key)}
                </h3>
                <FigureTable labelledBy={`${id}-${key}`} columns={columns} rows={rows} />
              </section>
            );
          })}
        </div>
      </Panel>
    </div>
  );
}

function sumCounts(counts: AnswerCount[], name: "count" | "qualified"): number {
  return counts.reduce((total, each) => total + each[name], 0);
}
