"use client";

import type { AssignmentRule, Conditions, RuleOperator } from "#lib/domain/submissions/assignment/assignment.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { useDutyDay } from "../access/duty.tsx";

export type Topic = { slug: string; titleEn: string; titleEs: string };

export function useRuleTexts(topics: readonly Topic[]) {
  const t = useDeskText("assignment");
  const inbox = useDeskText("inbox");
  const formatDay = useDutyDay();
  const language = useDeskLanguage();
  const findTopic = (slug: string) => topics.find((topic) => topic.slug === slug);
  const formatTopic = (slug: string) => findTopic(slug)?.[language === "es" ? "titleEs" : "titleEn"] ?? slug;
  const formatConditions = ({ kind, route, language, channel, company, topic }: Conditions): string => {
    const parts = [
      kind && inbox(`kind.${kind}`),
      route && inbox(`route.${route}`),
      language && inbox(`language.${language}`),
      channel && inbox(`channel.${channel}`),
      company && t("companyWith", { part: company }),
      topic && t("topicIs", { topic: formatTopic(topic) }),
    ].filter(Boolean);
    return parts.length ? parts.join(" · ") : t("everything");
  };
  const formatOperator = ({ name, isDisabled, isOnDuty, offDutyUntil }: Omit<RuleOperator, "id" | "lastTurn">) => {
    if (isDisabled) return t("disabled", { name });
    if (isOnDuty) return name;
    return offDutyUntil ? t("offDutyUntil", { name, day: formatDay(offDutyUntil) }) : t("offDuty", { name });
  };
  const findFault = ({ operators, topic }: AssignmentRule): string | null => {
    if (!operators.length) return t("attention.empty");
    if (operators.some(({ isDisabled }) => isDisabled)) return t("attention.disabled");
    if (topic !== null && !findTopic(topic)) return t("attention.topic");
    return operators.some(({ isOnDuty }) => isOnDuty) ? null : t("attention.nobody");
  };
  return { formatTopic, formatConditions, formatOperator, findFault };
}
