import { type Option, Select } from "#components/ui/field.tsx";
import { toShownName } from "#lib/domain/plain-text.ts";
import { describeAnswer } from "#lib/domain/submissions/core/question-texts.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { channels, LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { submissionKinds } from "#lib/domain/submissions/core/submission-ref.ts";
import { replyTimes } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { Source } from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";

const conditions = ["kind", "route", "language", "channel"] as const;
type Condition = (typeof conditions)[number];

/** Texts for the properties of a submission that a rule, an endpoint, a template or a filter may test. */
export function useConditionTexts() {
  const t = useDeskText("inbox");
  const options: Record<Condition, Option[]> = {
    kind: submissionKinds.map((kind) => [kind, t(`kind.${kind}`)]),
    route: LeadRoute.options.map((route) => [route, t(`route.${route}`)]),
    language: locales.map((language) => [language, t(`language.${language}`)]),
    channel: channels.map((channel) => [channel, t(`channel.${channel}`)]),
  };
  /** Leaves out conditions without a value. */
  const listConditions = (values: { [Name in Condition]?: string | null }): string[] =>
    conditions.flatMap((name) => options[name].find(([value]) => value === values[name])?.[1] ?? []);
  return { options, listConditions };
}

type SelectsProps = {
  form: { field: (name: string) => { id: string; error: string | undefined } };
  names: readonly Condition[];
  /** Text of the choice that accepts any value. */
  any: string;
};

export function ConditionSelects({ form, names, any }: SelectsProps) {
  const t = useDeskText("inbox");
  const { options } = useConditionTexts();
  return names.map((name) => (
    <Select key={name} {...form.field(name)} label={t(`${name}Label`)} options={[["", any], ...options[name]]} />
  ));
}

export function useQuestionTexts() {
  const t = useDeskText("inbox");
  const language = useDeskLanguage();
  const getQuestion = (key: string) => describeAnswer(key, "", language).label;
  const getOption = (key: string, points: number) => {
    const option = questions.find((question) => question.key === key)?.options[points];
    return option === undefined ? t("between") : describeAnswer(key, option, language).value;
  };
  return { getQuestion, getOption };
}

type OverviewText = DeskText<"overview">;

export function formatSource(t: OverviewText, { kind, name }: Source): string {
  if (kind === "direct") return t("sources.direct");
  const shown = toShownName(name) || t("sources.unnamed");
  return kind === "agent" ? t("sources.agent", { name: shown }) : shown;
}

/** Formats one of the ranges in `replyTimes`, such as "Under 4 h", "4 to 12 h" or "48 h or later". */
export function formatReplyTimeRange(t: OverviewText, time: string): string {
  const [from = "", to = ""] = time.split("-");
  if (to === "") return t("replies.over", { from });
  return time === replyTimes[0] ? t("replies.under", { to }) : t("replies.between", { from, to });
}
