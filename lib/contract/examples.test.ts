import { describe, expect, test } from "vitest";
import { strictObject } from "zod/mini";
import { ApiError, toInvalidInput } from "../domain/errors.ts";
import { ContactInput, EvaluationInput } from "../domain/submissions/schema.ts";
import { errorExamples, requestExamples, responseExamples } from "./examples.ts";
import { operations } from "./operations.ts";

const byAgent = requestExamples.submitEvaluation.agent.value;

describe("an example", () => {
  test("of a request is accepted as it stands, and has nothing that would be ignored", () => {
    for (const [schema, examples] of [
      [EvaluationInput, requestExamples.submitEvaluation],
      [ContactInput, requestExamples.submitContact],
    ] as const) {
      for (const { value } of Object.values(examples)) {
        expect(schema.parse(value)).toEqual({ channel: "web", ...value });
      }
    }
  });

  test("of an answer is what its output schema lets out", () => {
    const examples: Record<string, unknown> = responseExamples;
    for (const [name, { output }] of Object.entries(operations)) {
      expect(output.parse(examples[name])).toEqual(examples[name]);
    }
  });

  test("of an error is one, under the name of its code if it has one", () => {
    for (const [name, example] of Object.entries(errorExamples)) {
      expect(strictObject(ApiError.shape).parse(example)).toEqual(example);
      if ("code" in example) expect(example.code).toBe(name);
    }
  });
});

test("the refusals of the examples are real ones", () => {
  const { userConsent, ...withoutConsent } = byAgent;
  const { agentName, ...withoutName } = byAgent;
  const { answersByKey, ...withoutAnswers } = byAgent;
  for (const [body, example] of [
    [{ ...byAgent, name: "x" }, errorExamples.invalid_payload],
    [withoutConsent, errorExamples.consent_required],
    [withoutName, errorExamples.agent_name_required],
    [withoutAnswers, errorExamples.answers_required],
  ] as const) {
    const { error } = EvaluationInput.safeParse(body);
    const refusal = error && toInvalidInput(error);
    expect({ error: refusal?.message, code: refusal?.code }).toEqual({ code: undefined, ...example });
  }
});
