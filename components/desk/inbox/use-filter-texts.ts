import type { Option } from "#components/ui/field.tsx";
import { consentStates } from "#lib/domain/submissions/core/consent.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { statuses } from "#lib/domain/submissions/core/status.ts";
import type { Owner } from "#lib/domain/submissions/core/submission.ts";
import {
  answerChoices,
  bookingFilters,
  dueFilters,
  type InboxQuery,
  messageFilters,
  replyStates,
  replyTimes,
  snoozedFilters,
  toQuery,
} from "#lib/domain/submissions/inbox/inbox-query.ts";
import { parseSourceKey } from "#lib/domain/submissions/overview/overview.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { formatReplyTimeRange, formatSource, useConditionTexts, useQuestionTexts } from "../core/condition-texts.tsx";

export const filterFields = [
  "status",
  "route",
  "booking",
  "owner",
  "message",
  "kind",
  "channel",
  "consent",
  "agent",
  "agentNot",
  "language",
  "source",
  "sourceNot",
  "answer",
  "reply",
  "due",
  "reason",
  "reasonNot",
  "snoozed",
  "from",
  "to",
  "until",
] as const satisfies (keyof InboxQuery)[];
export type FilterField = (typeof filterFields)[number];

/** Filters that links can set but operators cannot choose. */
const linkedFields: readonly FilterField[] = ["agentNot", "sourceNot", "reasonNot", "until"];
export const canBeChosen = (field: FilterField) => !linkedFields.includes(field);

export function useFilterTexts(owners: readonly Owner[]) {
  const t = useDeskText("inbox");
  const overview = useDeskText("overview");
  const { getQuestion, getOption } = useQuestionTexts();
  const { options } = useConditionTexts();
  const formatTime = useDeskTimeFormat();
  const getLabel = (field: FilterField): string => {
    if (field === "consent" || field === "from" || field === "to") return t(field);
    if (field === "agentNot") return t("agentLabel");
    if (field === "sourceNot") return t("sourceLabel");
    return t(field === "reasonNot" ? "reasonLabel" : `${field}Label`);
  };
  const formatAnswer = (at: number) => {
    const question = questions[Math.floor(at / 3)];
    return question ? `${getOption(question.key, at % 3)} (${getQuestion(question.key)})` : "";
  };
  const toOptions = <Value extends string>(values: readonly Value[], format: (value: Value, at: number) => string) =>
    values.map((value, at): Option => [value, format(value, at)]);
  const lists: { [Field in FilterField]?: () => readonly Option[] } = {
    status: () => [
      ...toOptions(["open", "closed"], (group) => t(`group.${group}`)),
      ...toOptions(statuses, (status) => t(`status.${status}`)),
    ],
    booking: () => toOptions(bookingFilters, (booking) => t(`bookingFilter.${booking}`)),
    owner: () => [["me", t("ownerMe")], ["none", t("ownerNone")], ...owners.map(({ id, name }): Option => [id, name])],
    message: () => toOptions(messageFilters, (message) => t(`messageFilter.${message}`)),
    kind: () => options.kind,
    route: () => options.route,
    channel: () => options.channel,
    language: () => options.language,
    consent: () => toOptions(consentStates, (state) => t(`consentState.${state}`)),
    answer: () => toOptions(answerChoices, (_, at) => formatAnswer(at)),
    reply: () => [
      ...toOptions(replyStates, (state) => t(`replyState.${state}`)),
      ...toOptions(replyTimes, (time) => formatReplyTimeRange(overview, time)),
    ],
    due: () => toOptions(dueFilters, (due) => t(`due.${due}`)),
    snoozed: () => toOptions(snoozedFilters, (snoozed) => t(`snoozed.${snoozed}`)),
  };
  const listValues = (field: FilterField) => lists[field]?.() ?? [];
  const formatValue = (query: InboxQuery, field: FilterField): string => {
    const values = toQuery(query).getAll(field);
    if (!values.length) return "";
    const names = field === "status" ? values.flatMap((value) => value.split(",")) : values;
    const known = new Map(listValues(field));
    const words = names.map((name) => {
      if (field === "source" || field === "sourceNot") return formatSource(overview, parseSourceKey(name));
      return field === "until" ? formatTime(new Date(name)) : (known.get(name) ?? name);
    });
    const all = words.join(", ");
    return all && field.endsWith("Not") ? t("otherThan", { names: all }) : all;
  };
  return { getLabel, listValues, formatValue };
}
