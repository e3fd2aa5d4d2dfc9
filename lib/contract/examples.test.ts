import { describe, expect, test } from "vitest";
import { strictObject } from "zod/mini";
import { ApiError, toInvalidInput } from "../domain/errors.ts";
import { toPoints } from "../domain/submissions/core/questions.ts";
import { ContactInput, EvaluationInput, LeadRoute } from "../domain/submissions/core/schema.ts";
import { errorExamples, requestExamples, responseExamples, verdictExamples } from "./examples.ts";
import { operations } from "./operations.ts";

const byAgent = requestExamples.submitEvaluation.qualified.value;

describe("the OpenAPI examples", () => {
  test("has request examples that the schema accepts without dropping a property", () => {
    for (const [schema, examples] of [
      [EvaluationInput, requestExamples.submitEvaluation],
      [ContactInput, requestExamples.submitContact],
    ] as const) {
      for (const { value } of Object.values(examples)) {
        expect(schema.parse(value)).toEqual({ channel: "web", ...value });
      }
    }
  });

  test("has response examples that their output schema returns unchanged", () => {
    const { submitEvaluation, ...others } = operations;
    const examples: Record<string, unknown> = responseExamples;
    for (const [name, { output }] of Object.entries(others)) {
      expect(output.parse(examples[name])).toEqual(examples[name]);
    }
    for (const { value } of Object.values(verdictExamples)) {
      expect(submitEvaluation.output.parse(value)).toEqual(value);
    }
  });

  test("has error examples that match the schema ApiError and are named after their code", () => {
    for (const [name, example] of Object.entries(errorExamples)) {
      expect(strictObject(ApiError.shape).parse(example)).toEqual(example);
      if ("code" in example) expect(example.code).toBe(name);
    }
  });
});

describe("the verdict examples", () => {
  test.each(LeadRoute.options)(
    "has a request example for the route %s, with a booking link only if qualified",
    (route) => {
      const { value } = verdictExamples[route];
      expect(value.route).toBe(route);
      expect("schedulingUrl" in value).toBe(route === "qualified");
      expect(requestExamples.submitEvaluation).toHaveProperty(route);
    },
  );

  test("uses only all best, all middle or all worst answers, so that no threshold is revealed", () => {
    const { qualified, review, redirect } = requestExamples.submitEvaluation;
    expect(toPoints(qualified.value.answersByKey)).toEqual(Array(9).fill(2));
    expect(toPoints(review.value.answersByKey)).toEqual(Array(9).fill(1));
    expect(toPoints(redirect.value.answersByKey)).toEqual(Array(9).fill(0));
  });
});

test("has error examples with the text and code that the input schema returns", () => {
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
