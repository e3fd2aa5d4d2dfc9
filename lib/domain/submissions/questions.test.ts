import { expect, test } from "vitest";
import { questions } from "./questions.ts";
import { specQuestions } from "./valid-input.fixture.ts";

test("the questions are those of the spec, in its order, their options from 0 to 2 points", () => {
  expect(questions.map(({ key, options }) => [key, ...options])).toEqual(specQuestions);
});

test("every question is put into words", () => {
  const asked = [
    "Does the company have a marketing team?",
    "How often are campaigns launched?",
    "Geographic scope of the company",
    "Project budget in USD",
    "Launch timeline",
    "Internal development capacity available to marketing",
    "Can the company onboard vendors under an NDA or MSA?",
    "Relationship to the brand that owns the project",
    "What could follow this project?",
  ];
  for (const [at, { question }] of questions.entries()) expect(question.startsWith(asked[at] ?? "-")).toBe(true);
});
