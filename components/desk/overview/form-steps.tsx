"use client";

import { type CountedForm, deviceClasses, formDoors } from "#lib/domain/submissions/core/form-steps.ts";
import { questionKeys } from "#lib/domain/submissions/core/question-keys.ts";
import type { RangeUnit } from "#lib/domain/submissions/overview/overview.ts";
import { type StepFigures, stops } from "#lib/domain/submissions/overview/overview-figures.ts";
import { useDeskText, useShortDateFormat } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useQuestionTexts } from "../core/condition-texts.tsx";
import { FigureTable, type Fill, upright } from "./chart.tsx";
import { PartChart } from "./part-charts.tsx";

const stopFills: Record<CountedForm, Fill[]> = {
  evaluation: ["rest", "fourth", "third", "second", "first"],
  contact: ["rest", "second", "first"],
};
const kindNames = [...locales, ...formDoors, ...deviceClasses];

type Props = { figures: StepFigures; unit: RangeUnit };

export function FormSteps({ figures: { form, parts, steps, kinds }, unit }: Props) {
  const t = useDeskText("overview");
  const formatShortDate = useShortDateFormat();
  const { getQuestion } = useQuestionTexts();
  const id = `${form}Steps` as const;
  const series = stops[form].map((stop, at) => ({
    name: t(`stops.at.${stop}`),
    short: t(`stops.short.${stop}`),
    fill: stopFills[form][at] ?? "rest",
  }));
  const date = parts[0] ? formatShortDate(parts[0].start, parts.at(-1)?.start ?? parts[0].start) : "";
  const [start] = steps;
  const stepRows = steps.map(({ step, before, since }) => {
    const question =
      step === "start" && form === "evaluation" ? questionKeys[0] : questionKeys.find((key) => key === step);
    return {
      key: step,
      name: question
        ? getQuestion(question)
        : t(`stops.steps.${step as Exclude<typeof step, (typeof questionKeys)[number]>}`),
      bar: [{ value: since, fill: "first" as const }],
      figures: [
        { count: before },
        { count: before, whole: start?.before ?? 0 },
        { count: since },
        { count: since, whole: start?.since ?? 0 },
      ],
    };
  });
  const kindRows = kindNames.flatMap((name) =>
    kinds
      .filter(({ kind }) => kind === name)
      .map(({ started, sent }) => ({
        key: name,
        name: t(`stops.kinds.${name}`),
        figures: [{ count: started }, { count: sent }, { count: sent, whole: started }],
      })),
  );
  const toColumns = (headers: string[]) =>
    headers.map((header, at) => ({
      key: String(at),
      header: at ? <span className={upright}>{header}</span> : header,
      width: at ? "w-11 sm:w-16" : "",
    }));
  const share = t("stops.share");
  const stepColumns = toColumns([
    t("stops.step"),
    t("stops.before", { date }),
    share,
    t("stops.since", { date }),
    share,
  ]);
  const kindColumns = toColumns([t("stops.kind"), t("stops.steps.start"), t("stops.steps.sent"), share]);
  return (
    <PartChart
      id={id}
      note={t("stops.note")}
      emptyText={t("stops.none")}
      series={series}
      filters={null}
      parts={parts}
      unit={unit}
    >
      <h3 id={`${id}-steps`} className="mt-6 mb-2 font-semibold">
        {t("stops.stepsTitle", { date })}
      </h3>
      <FigureTable labelledBy={`${id}-steps`} columns={stepColumns} rows={stepRows} />
      <h3 id={`${id}-kinds`} className="mt-6 mb-2 font-semibold">
        {t("stops.kindsTitle")}
      </h3>
      <FigureTable labelledBy={`${id}-kinds`} columns={kindColumns} rows={kindRows} />
    </PartChart>
  );
}
