import type { Rule, RuleIssue } from "../schema-kit.ts";

/** An agent states its name and the person's consent (spec 2.1, 2.5, 5.2). */
export const agentRule: Rule = (input) => {
  if (input.channel !== "ai_agent") return [];
  const issues: RuleIssue[] = [];
  if (input.userConsent !== true) {
    const message = "must be true when channel is ai_agent: ask the person before you submit";
    issues.push({ path: ["userConsent"], message, params: { code: "consent_required" } });
  }
  if (input.agentName === undefined) {
    const message = "is required when channel is ai_agent (text of 2 to 120 characters)";
    issues.push({ path: ["agentName"], message, params: { code: "agent_name_required" } });
  }
  return issues;
};

/** Exactly one form of the answers; a property sent as null counts as sent (spec 4, rule 2). */
export const answersRule: Rule = (input) => {
  const sent = [input.answers, input.answersByKey].filter((answers) => answers !== undefined).length;
  if (sent === 1) return [];
  const message = sent ? "cannot be sent together with answersByKey: send one of them" : "or answersByKey is required";
  return [{ path: ["answers"], message, params: { code: "answers_required" } }];
};
