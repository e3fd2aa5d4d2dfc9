import { Callout } from "#components/ui/callout.tsx";
import { type Option, Select } from "#components/ui/field.tsx";
import { toShownName } from "#lib/domain/plain-text.ts";
import { getAnswerTexts } from "#lib/domain/submissions/core/question-texts.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { channels, conditionNames, LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { submissionKinds } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { replyTimes } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { Source } from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";

type Condition = (typeof conditionNames)[number];

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
    conditionNames.flatMap((name) => options[name].find(([value]) => value === values[name])?.[1] ?? []);
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
  const getQuestion = (key: string) => getAnswerTexts(key, "", language).label;
  const getOption = (key: string, points: number) => {
    const option = questions.find((question) => question.key === key)?.options[points];
    return option === undefined ? t("between") : getAnswerTexts(key, option, language).value;
  };
  return { getQuestion, getOption };
}

type OverviewText = DeskText<"overview">;

export function formatSource(t: OverviewText, { kind, name }: Source): string {
  if (kind === "direct") return t("sources.direct");
  const shown = toShownName(name) || t("sources.unnamed");
  return kind === "agent" ? t("sources.agent", { name: shown }) : shown;
}

/** Formats one of the ranges in `replyTimes`, such as "Under 4 h", "4 to 12 h" or "48 h or more". */
export function formatReplyTimeRange(t: OverviewText, time: string): string {
  const [from = "", to = ""] = time.split("-");
  if (to === "") return t("replies.over", { from });
  return time === replyTimes[0] ? t("replies.under", { to }) : t("replies.between", { from, to });
}

type AssistantIdentity = Pick<InboxRow, "agentName" | "identity">;

/** Keeps the assistant's claim apart from its verified identity. Null if a person sent the submission. */
export function describeAssistant(
  t: DeskText<"inbox">,
  { agentName: agent, identity: { host, isHostName } }: AssistantIdentity,
): string | null {
  if (!host) return agent === null ? null : t("assistant.claimed", { agent });
  const known = { host: host.name, evidence: t(`assistant.evidence.${host.evidence}`) };
  return agent === null || isHostName ? t("assistant.known", known) : t("assistant.other", { ...known, agent });
}

export function ImitationNotice({ identity: { oddCharacters } }: AssistantIdentity) {
  const t = useDeskText("inbox");
  if (!oddCharacters.length) return null;
  return (
    <Callout look="danger">
      <p>{t("assistant.imitation", { characters: oddCharacters.map(formatCharacter).join(", ") })}</p>
    </Callout>
  );
}

/** Formats a character such as “С” (U+0421), or only the code if the character is invisible. */
function formatCharacter(character: string): string {
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{L}\p{N}]/u.test(character) ? `“${character}” (${code})` : code;
}
