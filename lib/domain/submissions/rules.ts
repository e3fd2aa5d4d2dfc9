import * as z from "zod/mini";
import type { StableCode } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../json.ts";

export type RuleIssue = { code: StableCode; path: string; message: string };
type Rule = (input: JsonObject) => RuleIssue[];

/** An agent states its name and the person's consent (spec 2.1, 2.5, 5.2). */
export const agentRule: Rule = (input) => {
  if (input.channel !== "ai_agent") return [];
  const issues: RuleIssue[] = [];
  if (input.userConsent !== true) {
    const message = "must be true when channel is ai_agent: ask the person before you submit";
    issues.push({ code: "consent_required", path: "userConsent", message });
  }
  if (input.agentName === undefined) {
    const message = "is required when channel is ai_agent (text of 2 to 120 characters)";
    issues.push({ code: "agent_name_required", path: "agentName", message });
  }
  return issues;
};

/** Exactly one form of the answers; a property sent as null counts as sent (spec 4, rule 2). */
export const answersRule: Rule = (input) => {
  const sent = [input.answers, input.answersByKey].filter((answers) => answers !== undefined).length;
  if (sent === 1) return [];
  const message = sent ? "cannot be sent together with answersByKey: send one of them" : "or answersByKey is required";
  return [{ code: "answers_required", path: "answers", message }];
};

/**
 * A schema of `fields` that also keeps `rules`, and reports the faults of both. The rules are not a check of the object:
 * zod skips an object's checks when parsing one of its properties was aborted, for example by a list that is too long.
 */
export function withRules<Fields extends z.ZodMiniObject>(fields: Fields, ...rules: Rule[]) {
  const rulesAlone = z.custom<unknown>().check((ctx) => {
    const input = ctx.value;
    // The output is that of the fields.
    ctx.value = {};
    if (!isJsonObject(input)) return;
    for (const { code, path, message } of rules.flatMap((rule) => rule(input))) {
      ctx.issues.push({ code: "custom", input, path: [path], message, params: { code } });
    }
  });
  return z.intersection(fields, rulesAlone);
}
