import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../json.ts";
import { contactFields, EvaluationInput, evaluationFields } from "./schema.ts";
import { forms } from "./spec-bounds.fixture.ts";
import {
  accepted,
  answersByKeyWorth,
  byAgent,
  findClause,
  nineTwos,
  refused,
  validContact,
  validEvaluation,
} from "./valid-input.fixture.ts";

const answersByKey = answersByKeyWorth(nineTwos);

type Fault = { label: string; change: JsonObject };
const noFault: Fault = { label: "nothing", change: {} };
const consentFaults: Fault[] = [undefined, false, null, "true", 1].map((userConsent) => ({
  label: `userConsent ${JSON.stringify(userConsent)}`,
  change: { userConsent },
}));
const nameFault: Fault = { label: "no agentName", change: { agentName: undefined } };
const answersFaults: Fault[] = [
  { label: "neither form of the answers", change: { answers: undefined } },
  { label: "both forms of the answers", change: { answersByKey } },
  { label: "both forms, one of them broken", change: { answersByKey: { budget: "a lot" } } },
];
const otherFaults: Fault[] = [
  { label: "no name", change: { name: undefined } },
  { label: "a name of the wrong type", change: { name: 7 } },
  { label: "a broken e-mail, language, topic and utm", change: { email: "x", language: "fr", topic: 1, utm: [] } },
  { label: "everything null", change: { name: null, email: null, phone: null, website: null, utm: null } },
];

/** All combinations of at most one fault of each kind. */
const mixtures = [noFault, ...consentFaults].flatMap((consent) =>
  [noFault, nameFault].flatMap((name) =>
    [noFault, ...answersFaults].flatMap((answers) =>
      [noFault, ...otherFaults].map((other) => ({ consent, name, answers, other })),
    ),
  ),
);

function mergeChanges(faults: Fault[]): JsonObject {
  return Object.assign({}, ...faults.map(({ change }) => change));
}

test("returns the first code in the order consent, agent name, answers", () => {
  expect(mixtures).toHaveLength(6 * 2 * 4 * 5);
  for (const { consent, name, answers, other } of mixtures.slice(1)) {
    const faults = [consent, name, answers, other];
    const error = refused(EvaluationInput, byAgent(validEvaluation(), mergeChanges(faults)));
    const code =
      (consent !== noFault && "consent_required") ||
      (name !== noFault && "agent_name_required") ||
      (answers !== noFault && "answers_required") ||
      undefined;
    expect(error.code, faults.map(({ label }) => label).join(", ")).toBe(code);
    expect(error.kind).toBe("invalid_input");
    if (consent !== noFault) expect(findClause(error, "userConsent")).toContain("must be true");
    if (name !== noFault) expect(findClause(error, "agentName")).toContain("is required");
    if (answers !== noFault) expect(findClause(error, "answers")).not.toBe("");
    if (other !== noFault) expect(error.message).toMatch(/\b(name|email) must be|name is required/);
  }
});

describe.each(forms)("the agent rules of $form", ({ schema, valid }) => {
  test("accepts an agent's submission with its name and the person's consent", () => {
    const output = accepted(schema, byAgent(valid()));
    expect(output).toMatchObject({ channel: "ai_agent", agentName: "Some Assistant", userConsent: true });
  });

  test("returns no code for an invalid agentName", () => {
    for (const agentName of ["", "x", "  ", "x".repeat(121), "x\0x", null, 7, []]) {
      const error = refused(schema, byAgent(valid(), { agentName }));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "agentName")).not.toBe("");
    }
  });

  test("requires neither consent nor an agent name from the website", () => {
    for (const change of [{}, { channel: "web" }, { channel: "web", userConsent: false }, { userConsent: false }]) {
      accepted(schema, valid(change));
    }
  });
});

/** Generates any JSON value, and lists, objects and texts much longer than any field allows. */
const anyValue = fc.oneof(
  fc.jsonValue(),
  fc.tuple(fc.jsonValue(), fc.integer({ min: 8, max: 1000 })).map(([value, size]) => Array(size).fill(value)),
  fc.integer({ min: 10, max: 1000 }).map((size) => "x".repeat(size)),
  fc.integer({ min: 10, max: 100 }).map((size) => Object.fromEntries(Array(size).entries())),
);

const valid: JsonObject = { ...byAgent({ ...validEvaluation(), ...validContact() }), answersByKey };
const fieldNames = Object.keys({ ...evaluationFields, ...contactFields });
const fields = Object.fromEntries(fieldNames.map((name) => [name, fc.oneof(fc.constant(valid[name] ?? ""), anyValue)]));
const anyBody = fc.record(fields, { requiredKeys: [] });

/** Returns the code by the rules of contract 2.1, 2.5 and 4, in the order of contract 7. Written by hand. */
function getExpectedCode(form: string, body: JsonObject): string | undefined {
  const isAgent = body.channel === "ai_agent";
  if (isAgent && body.userConsent !== true) return "consent_required";
  if (isAgent && !("agentName" in body)) return "agent_name_required";
  if (form === "evaluation" && "answers" in body === "answersByKey" in body) return "answers_required";
  return undefined;
}

describe.each(forms)("the error code for any JSON object as $form", ({ form, schema }) => {
  test("returns the code that the contract's rules give, for fields of any type and size", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const parsed = schema.safeParse(body);
        const code = parsed.success ? undefined : refused(schema, body).code;
        expect(code).toBe(getExpectedCode(form, body));
      }),
      { numRuns: 300 },
    );
  });
});
