// Checks submissions for limit.ts by the contract's bounds (contract 2), by hand and without error texts.
import { isJsonObject } from "../../lib/domain/json.ts";
import { getTextBounds, isOptionalField } from "../../lib/domain/submissions/core/field-faults.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { contactFields, evaluationFields, type LeadRoute } from "../../lib/domain/submissions/core/schema.ts";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";

export type JsonBody = Record<string, unknown>;
export type Verdict = { points: number[]; form: string; score: number; route: LeadRoute };

const emailShape = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\]+$/;
const topicShape = /^[a-z0-9-]{1,40}$/;

type Text = { name: string; min: number; max: number; isOptional: boolean };

const texts = { evaluation: listTexts(evaluationFields), inquiry: listTexts(contactFields) };

function listTexts(fields: object): Text[] {
  return Object.keys(fields).flatMap((name) => {
    const { min = 0, max } = getTextBounds(name);
    return max === undefined ? [] : [{ name, min, max, isOptional: isOptionalField(name) }];
  });
}

function fits(value: unknown, min: number, max: number): boolean {
  return typeof value === "string" && value.length >= min && value.length <= max && value.isWellFormed();
}

function hasSharedFields(body: JsonBody, kind: SubmissionKind): boolean {
  const isFit = ({ name, min, max, isOptional }: Text) =>
    (isOptional && body[name] === undefined) || fits(body[name], min, max);
  if (!texts[kind].every(isFit)) return false;
  if (!emailShape.test(String(body.email))) return false;
  if (body.language !== "en" && body.language !== "es") return false;
  if (body.channel === "ai_agent") {
    if (body.userConsent !== true || body.agentName === undefined) return false;
  } else if (body.channel !== undefined && body.channel !== "web") {
    return false;
  }
  return body.utm === undefined || isUtm(body.utm);
}

function isUtm(utm: unknown): boolean {
  if (typeof utm !== "object" || utm === null) return false;
  const values = Object.values(utm);
  return values.length <= 12 && values.every((value) => fits(value, 0, 500));
}

export function isContact(body: JsonBody): boolean {
  if (!hasSharedFields(body, "inquiry")) return false;
  return body.topic === undefined || topicShape.test(String(body.topic));
}

/** Computes the verdict of an evaluation. @returns undefined if the evaluation is invalid */
export function judge(body: JsonBody): Verdict | undefined {
  if (!hasSharedFields(body, "evaluation")) return undefined;
  const { answers, answersByKey } = body;
  if ((answers === undefined) === (answersByKey === undefined)) return undefined;
  const points = isJsonObject(answersByKey) ? toPoints(answersByKey) : answers;
  if (!Array.isArray(points) || points.length !== questions.length) return undefined;
  if (!points.every((point) => typeof point === "number" && point >= 0 && point <= 2)) return undefined;
  const score = points.reduce((sum: number, point: number) => sum + point, 0);
  const route = score >= 13 ? "qualified" : score >= 7 ? "review" : "redirect";
  return { points, form: answersByKey === undefined ? "answers" : "answersByKey", score, route };
}

function toPoints(answersByKey: JsonBody): number[] {
  return questions.map(({ key, options }) => {
    const all: readonly unknown[] = options;
    return all.indexOf(answersByKey[key]);
  });
}
