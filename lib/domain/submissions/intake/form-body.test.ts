import { describe, expect, test } from "vitest";
import { listFieldFaults } from "../core/field-faults.ts";
import { formFields } from "../core/fields.ts";
import { ContactInput, EvaluationInput } from "../core/schema.ts";
import { getTextBounds } from "../core/submission-texts.ts";
import { accepted, answersByKeyWorth, specQuestions } from "../core/valid-input.fixture.ts";
import {
  evaluationFormFields,
  type FormValues,
  isHoneypotFilled,
  listFormFaults,
  toContactBody,
  toEvaluationBody,
} from "./form-body.ts";

const origin = { language: "es", sourcePage: "/es/evaluacion" } as const;
const person = {
  name: "Ana Ruiz",
  role: "Brand manager",
  company: "Casa Ruiz",
  email: "ana@example.com",
  projectDescription: "A loyalty programme for three countries.",
  discoverySource: "A friend",
};
const points = [0, 1, 2, 2, 1, 0, 1, 2, 0];
const evaluation = { ...person, ...answersByKeyWorth(points), phone: "", website: "", noticeVersion: "2026-11-21" };
const contact = { name: "Ana Ruiz", email: "ana@example.com", message: "How long does it take?", website: "" };

describe("the body of the evaluation form", () => {
  test("builds an evaluation that the API accepts, with points in question order and channel web", () => {
    const body = toEvaluationBody(evaluation, origin);
    expect(body).toEqual({ ...person, answers: points, ...origin, channel: "web" });
    expect(accepted(EvaluationInput, body)).toEqual(body);
  });

  test("sends null for a missing or unknown answer", () => {
    for (const value of [undefined, "", "maybe", "constructor", "2"]) {
      const { answers } = toEvaluationBody({ ...evaluation, budget: value }, origin);
      expect(answers).toEqual([...points.slice(0, 3), null, ...points.slice(4)]);
    }
    expect(toEvaluationBody({}, origin).answers).toEqual(Array(9).fill(null));
  });

  test("leaves out an empty phone number and the honeypot", () => {
    expect(toEvaluationBody({ ...evaluation, phone: " \n " }, origin)).not.toHaveProperty("phone");
    const filled = toEvaluationBody({ ...evaluation, phone: " +502 ", website: "spam" }, origin);
    expect(filled).toMatchObject({ phone: " +502 " });
    expect(filled).not.toHaveProperty("website");
    expect([{}, { website: "" }, { website: "spam" }, { website: " " }].map(isHoneypotFilled)).toEqual([
      ...[false, false],
      ...[true, true],
    ]);
  });

  test("sends an empty text for each missing required field, and no unknown fields", () => {
    const body = toEvaluationBody({ channel: "ai_agent", agentName: "x", utm: "x", message: "x", id: "7" }, origin);
    const empty = Object.fromEntries(Object.keys(person).map((name) => [name, ""]));
    expect(body).toEqual({ ...empty, answers: Array(9).fill(null), ...origin, channel: "web" });
  });

  test("adds the first touch without changing typed fields", () => {
    const firstTouch = { utm: { gclid: "x" }, landingPage: "/es", referrer: "https://a.example/" };
    expect(toEvaluationBody(evaluation, { ...origin, firstTouch })).toMatchObject({ ...firstTouch, name: "Ana Ruiz" });
    const forged = { ...firstTouch, name: "x", language: "fr", channel: "ai_agent", answers: [] };
    expect(toEvaluationBody(evaluation, { ...origin, firstTouch: forged })).toMatchObject({
      ...person,
      answers: points,
    });
    expect(toContactBody(contact, { ...origin, firstTouch: forged })).toMatchObject({
      ...toContactBody(contact, origin),
    });
  });
});

test("builds an inquiry that the API accepts, with a topic only if there is one", () => {
  const { website: _, ...typed } = contact;
  const body = toContactBody({ ...contact, topic: "" }, origin);
  expect(body).toEqual({ ...typed, ...origin, channel: "web" });
  expect(accepted(ContactInput, body)).toEqual(body);
  expect(toContactBody({ ...contact, topic: "prize-draws" }, origin)).toEqual({ ...body, topic: "prize-draws" });
});

test("lists the fields of each form's body", () => {
  const keys = specQuestions.map(([key]) => key);
  expect(evaluationFormFields).toEqual([...keys, ...evaluationFormFields.slice(9)]);
  expect(evaluationFormFields.slice(9).sort()).toEqual([...Object.keys(person), "phone"].sort());
  expect([...formFields.inquiry]).toEqual(["name", "email", "message"]);
});

describe("the faults that a form finds without its schema", () => {
  const forms = [
    { name: "evaluation", schema: EvaluationInput, toBody: toEvaluationBody, valid: evaluation },
    { name: "contact", schema: ContactInput, toBody: toContactBody, valid: { ...contact, topic: "prize-draws" } },
  ];

  test.each(forms)(
    "finds the faults that the schema finds, at each bound of each $name field",
    ({ schema, toBody, valid }) => {
      const expectSame = (values: FormValues) => {
        const body = toBody(values, origin);
        const { error } = schema.safeParse(body);
        const faults = error ? listFieldFaults(error, body) : [];
        expect([values, new Set(listFormFaults(body))]).toEqual([values, new Set(faults)]);
        return faults.length;
      };
      expect([expectSame({}) > 2, expectSame(valid)]).toEqual([true, 0]);
      for (const field of Object.keys(valid)) {
        const { min = 0, max = 200 } = getTextBounds(field);
        const lengths = [min - 1, min, max, max + 1].filter((length) => length > 0);
        const typed = [
          "",
          " ",
          " \n\t".repeat(40),
          "x\0".repeat(20),
          "x\ud800".repeat(20),
          "ana@example",
          "ana@example.com",
        ];
        for (const value of [...typed, ...lengths.flatMap((length) => ["x".repeat(length), "🌋".repeat(length)])]) {
          expectSame({ ...valid, [field]: value });
        }
      }
    },
  );
});
