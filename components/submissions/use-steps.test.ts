import { expect, test } from "vitest";
import { formSteps } from "#lib/domain/submissions/core/form-steps.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { evaluationFormFields } from "#lib/domain/submissions/intake/form-body.ts";
import { lastStep, parseStepHash, steps, toStep, toStepHash } from "./use-steps.ts";

test("asks the nine questions, then about the project, then about the person", () => {
  expect(steps.slice(0, questions.length).map(({ fields }) => fields)).toEqual(questions.map(({ key }) => [key]));
  expect(steps.slice(questions.length).map(({ id }) => id)).toEqual(["project", "person", "check"]);
  expect(steps.flatMap(({ fields }) => fields)).toEqual(evaluationFormFields);
  expect(evaluationFormFields.at(-1)).toBe("phone");
});

test("has the same steps as the step statistics", () => {
  expect(formSteps.evaluation).toEqual(["start", ...steps.slice(1).map(({ id }) => id), "sent"]);
});

test("finds a step by its field and by its URL hash", () => {
  for (const [at, { fields }] of steps.entries()) {
    expect(parseStepHash(toStepHash(at))).toBe(at);
    for (const field of fields) expect(toStep(field)).toBe(at);
  }
  expect(lastStep).toBe(steps.length - 1);
});

test("finds no step for an unknown URL hash or field", () => {
  for (const hash of ["", "#", "#content", "#step-", "#step-undefined", "#step-nine", "step-check"]) {
    expect(parseStepHash(hash)).toBe(-1);
  }
  expect(toStep("website")).toBe(-1);
  expect(toStep("")).toBe(-1);
});
