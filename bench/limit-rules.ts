// The limit's rules (spec section 2): every bound checked by hand, one sentence for all errors.
import { isJsonObject } from "../lib/domain/json.ts";
import { questions } from "../lib/domain/submissions/questions.ts";
import type { JsonBody, Verdict } from "./statements.ts";

const emailShape = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\]+$/;
const topicShape = /^[a-z0-9-]{1,40}$/;

type Bounds = [name: string, min: number, max: number];

const sharedRequired: Bounds[] = [
  ["name", 2, 120],
  ["email", 0, 254],
  ["sourcePage", 0, 240],
];

const sharedOptional: Bounds[] = [
  ["agentName", 2, 120],
  ["landingPage", 0, 2048],
  ["referrer", 0, 2048],
  ["website", 0, 0],
];

const leadRequired: Bounds[] = [
  ...sharedRequired,
  ["role", 2, 120],
  ["company", 2, 180],
  ["projectDescription", 20, 4000],
  ["discoverySource", 1, 180],
];
const leadOptional: Bounds[] = [...sharedOptional, ["phone", 0, 60]];
const contactRequired: Bounds[] = [...sharedRequired, ["message", 10, 4000]];
const contactOptional: Bounds[] = [...sharedOptional, ["topic", 1, 40]];

function fits(value: unknown, min: number, max: number): boolean {
  return typeof value === "string" && value.length >= min && value.length <= max && value.isWellFormed();
}

function hasSharedFields(body: JsonBody, required: Bounds[], optional: Bounds[]): boolean {
  if (!required.every(([name, min, max]) => fits(body[name], min, max))) return false;
  if (!optional.every(([name, min, max]) => body[name] === undefined || fits(body[name], min, max))) return false;
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
  if (!hasSharedFields(body, contactRequired, contactOptional)) return false;
  return body.topic === undefined || topicShape.test(String(body.topic));
}

/** Undefined for an invalid evaluation. */
export function judge(body: JsonBody): Verdict | undefined {
  if (!hasSharedFields(body, leadRequired, leadOptional)) return undefined;
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
