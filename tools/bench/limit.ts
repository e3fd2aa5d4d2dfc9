// "The limit": a bare node:http server to compare the app with. It validates submissions with hand-written checks, and
// stores one row for each with pg. It copies every other response from the app once, then sends it from memory.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer, json } from "node:stream/consumers";
import pg from "pg";
import { asObject, isJsonObject, type JsonObject } from "../../lib/domain/json.ts";
import { storedFields } from "../../lib/domain/submissions/core/fields.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { contactFields, evaluationFields, type LeadRoute } from "../../lib/domain/submissions/core/schema.ts";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";
import { getTextBounds, isOptionalField } from "../../lib/domain/submissions/core/submission-texts.ts";
import { getReplyTerms } from "../../lib/server/submissions/core/reply-promise.ts";
import { getVerdictMessage } from "../../lib/server/submissions/core/verdict.ts";

type Copy = { status: number; headers: string[]; body: Buffer };

/** Size of the connection pool, the same as the app's own (lib/server/db). */
const poolSize = 10;

const columns = {
  evaluation: ["answers", "answers_form", "score", "route", "review_min", "qualified_min"],
  inquiry: [],
};

const inserts = { evaluation: writeInsertStatement("evaluation"), inquiry: writeInsertStatement("inquiry") };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: poolSize });
const appUrl = process.env.APP_URL ?? "";
const agent = new Agent({ keepAlive: true });
/** Copied responses by path. */
const copies = new Map<string, Copy>();
/** Headers that Node's server adds itself. */
const ownHeaders = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

process.on("SIGTERM", () => process.exit(0));
process.on("SIGINT", () => process.exit(0));
process.on("disconnect", () => process.exit(0));

createServer((request, response) => {
  respond(request, response).catch(() => sendJson(response, 500, { error: "failed" }));
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("The limit is ready at its port"));

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "/" } = request;
  if (url === "/api/leads/evaluate") return respondToEvaluation(asObject(await json(request)), response);
  if (url === "/api/leads/contact") return respondToInquiry(asObject(await json(request)), response);
  const copy = copies.get(url) ?? (await copyFromApp(url));
  copies.set(url, copy);
  response.writeHead(copy.status, copy.headers).end(copy.body);
}

async function copyFromApp(url: string): Promise<Copy> {
  const [answer] = (await once(get(appUrl + url, { agent }), "response")) as [IncomingMessage];
  const { statusCode: status = 0, rawHeaders } = answer;
  const isCopied = (at: number) => !ownHeaders.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? "");
  return { status, headers: rawHeaders.filter((_, at) => isCopied(at)), body: await buffer(answer) };
}

async function respondToEvaluation(body: JsonObject, response: ServerResponse): Promise<void> {
  const verdict = hasValidFields(body, "evaluation") ? computeVerdict(body) : undefined;
  if (!verdict) return sendRefusal(response);
  const { points, form, score, route } = verdict;
  const id = await insert("evaluation", body, [points, form, score, route, 7, 13]);
  const message = getVerdictMessage(route, body.language === "es" ? "es" : "en", getReplyTerms());
  const schedulingUrl = route === "qualified" ? "https://calendar.example.com/review" : undefined;
  sendJson(response, 201, { id, route, message, schedulingUrl });
}

async function respondToInquiry(body: JsonObject, response: ServerResponse): Promise<void> {
  if (!hasValidFields(body, "inquiry")) return sendRefusal(response);
  sendJson(response, 201, { id: await insert("inquiry", body, []), success: true });
}

const sendRefusal = (response: ServerResponse) => sendJson(response, 400, { error: "Invalid payload." });

function sendJson(response: ServerResponse, status: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.byteLength });
  response.end(body);
}

function writeInsertStatement(kind: SubmissionKind): string {
  const names = ["created_at", "request_id", ...storedFields[kind].map(({ column }) => column), ...columns[kind]];
  return `INSERT INTO submissions (kind, id, ${names})
    VALUES ('${kind}', nextval('${kind}_id_seq'), ${names.map((_, at) => `$${at + 1}`)}) RETURNING id`;
}

async function insert(kind: SubmissionKind, body: JsonObject, ownValues: unknown[]): Promise<number> {
  const given: JsonObject = { channel: "web", ...body };
  const values = [new Date(), randomUUID(), ...storedFields[kind].map(({ name }) => given[name]), ...ownValues];
  return (await pool.query({ name: kind, text: inserts[kind], values })).rows[0].id;
}

type Verdict = { points: number[]; form: string; score: number; route: LeadRoute };

const emailShape = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\]+$/;

type Text = { name: string; min: number; max: number; isOptional: boolean };

const texts = { evaluation: listTextBounds(evaluationFields), inquiry: listTextBounds(contactFields) };

function listTextBounds(fields: object): Text[] {
  return Object.keys(fields).flatMap((name) => {
    const { min = 0, max } = getTextBounds(name);
    return max === undefined ? [] : [{ name, min, max, isOptional: isOptionalField(name) }];
  });
}

function hasValidFields(body: JsonObject, kind: SubmissionKind): boolean {
  const isFit = ({ name, min, max, isOptional }: Text) => {
    const value = body[name];
    if (value === undefined) return isOptional;
    return typeof value === "string" && value.length >= min && value.length <= max && value.isWellFormed();
  };
  if (!texts[kind].every(isFit) || !emailShape.test(String(body.email))) return false;
  if (body.language !== "en" && body.language !== "es") return false;
  if (body.channel === "ai_agent") return body.userConsent === true && body.agentName !== undefined;
  return body.channel === undefined || body.channel === "web";
}

/** Computes the verdict of an evaluation. @returns undefined if the evaluation is invalid */
function computeVerdict(body: JsonObject): Verdict | undefined {
  const { answers, answersByKey } = body;
  if ((answers === undefined) === (answersByKey === undefined)) return undefined;
  const points = isJsonObject(answersByKey) ? toPoints(answersByKey) : answers;
  if (!Array.isArray(points) || points.length !== questions.length) return undefined;
  if (!points.every((point) => typeof point === "number" && point >= 0 && point <= 2)) return undefined;
  const score = points.reduce((sum: number, point: number) => sum + point, 0);
  const route = score >= 13 ? "qualified" : score >= 7 ? "review" : "redirect";
  return { points, form: answersByKey === undefined ? "answers" : "answersByKey", score, route };
}

function toPoints(answersByKey: JsonObject): number[] {
  return questions.map(({ key, options }) => {
    const all: readonly unknown[] = options;
    return all.indexOf(answersByKey[key]);
  });
}
