import { type Option, Select } from "#components/ui/field.tsx";
import { channels, LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import { submissionKinds } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";

const conditions = ["kind", "route", "language", "channel"] as const;
type Condition = (typeof conditions)[number];

/** Properties of a submission that a rule, an endpoint, a template or a filter may ask for. */
export function useConditionTexts() {
  const t = useDeskText("inbox");
  const options: Record<Condition, Option[]> = {
    kind: submissionKinds.map((kind) => [kind, t(`kind.${kind}`)]),
    route: LeadRoute.options.map((route) => [route, t(`route.${route}`)]),
    language: locales.map((language) => [language, t(`language.${language}`)]),
    channel: channels.map((channel) => [channel, t(`channel.${channel}`)]),
  };
  /** Leaves out those without a value. */
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
