// Without zod, which would be half of the script of the site's forms.

export type TextBounds = { min?: number; max: number; pattern?: { regex: RegExp; phrase: string } };

/** Maximum length of an email address (contract 2.1). */
export const emailMax = 254;

/** Counts Unicode code points, as the contract's limits do. */
export function codePointLength(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? []).length;
}

/** Returns whether Postgres can store the text: it rejects NUL and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

export function describeBounds({ min = 0, max, pattern }: TextBounds): string {
  const length =
    max === 0 ? "empty or omitted" : min ? `text of ${min} to ${max} characters` : `text of at most ${max} characters`;
  return pattern ? `${length}, ${pattern.phrase}` : length;
}

/** Checks the length before the pattern, because the pattern is slow on long input. */
export function findTextFault(value: string, { min = 0, max, pattern }: TextBounds) {
  if (!isStorable(value)) return "characters";
  const length = codePointLength(value);
  if (length < min) return "too_short";
  if (length > max) return "too_long";
  if (min > 0 && value.trim() === "") return "required";
  if (pattern && !pattern.regex.test(value)) return "pattern";
  return undefined;
}

export const faultRules = ["required", "too_short", "too_long", "pattern", "characters", "other"] as const;
export type FaultRule = (typeof faultRules)[number];

/** `max` is the maximum length of a text that is too long. The service's responses do not include it. */
export type FieldFault = { field: string; rule: FaultRule; max?: number };
