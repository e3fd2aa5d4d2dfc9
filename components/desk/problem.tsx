import { adminText } from "#lib/i18n/admin-text.ts";

const kinds = [
  "invalid_input",
  "unauthorized",
  "forbidden",
  "not_found",
  "conflict",
  "too_large",
  "rate_limited",
  "unavailable",
  "weak_password",
] as const;
type Kind = (typeof kinds)[number];

/** What a page's own words are for some kinds, where the general ones say too little. */
type Props = { kind: string | string[] | undefined; texts?: Partial<Record<Kind, string>> };

/** What came of a form that was refused (`?problem=…`); nothing where nothing was. */
export function Problem({ kind, texts = {} }: Props) {
  if (kind === undefined) return null;
  const t = adminText("shell");
  const known = kinds.find((each) => each === kind);
  const text = known ? (texts[known] ?? t(`problem.${known}`)) : t("problem.other");
  return (
    <div role="alert" className="mb-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">{t("problem.title")}</p>
      <p>{text}</p>
    </div>
  );
}
