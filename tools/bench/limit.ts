// "The limit": a bare node:http server to compare the app with. It validates submissions with hand-written checks, and
// stores one row for each with pg. It copies every other response from the app once, then sends it from memory.
import { createHash, randomUUID } from "node:crypto";
import { Agent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { storedFields } from "../../lib/domain/submissions/core/fields.ts";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";
import { getReplyTerms } from "../../lib/server/submissions/core/reply-promise.ts";
import { getMessage } from "../../lib/server/submissions/core/verdict.ts";
import { isContact, type JsonBody, judge, type Verdict } from "./limit-rules.ts";
import { timedGet } from "./timed-get.ts";

type Copy = { status: number; headers: string[]; body: Buffer };

/** Size of the connection pool, the same as the app's own (lib/server/db). */
const poolSize = 10;

const columns = {
  evaluation: ["answers", "answers_form", "score", "route", "review_min", "qualified_min"],
  inquiry: [],
};

const insertEvaluation = insert("evaluation");
const insertInquiry = insert("inquiry");

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: poolSize });
const appUrl = process.env.APP_URL ?? "";
const agent = new Agent({ keepAlive: true });
/** Copied responses by content encoding and path. */
const copies = new Map<string, Copy>();
/** Copied bodies by hash, because many searches have the same result. */
const bodies = new Map<string, Buffer>();
/** Headers that Node's server adds itself. */
const ownHeaders = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

process.on("SIGTERM", () => process.exit(0));
process.on("SIGINT", () => process.exit(0));
process.on("disconnect", () => process.exit(0));

createServer((request, response) => {
  respond(request, response).catch(() => send(response, 500, Buffer.from('{"error":"failed"}')));
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("The limit is ready at its port"));

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "/", headers } = request;
  if (url === "/api/leads/evaluate") return evaluate(await readJson(request), response);
  if (url === "/api/leads/contact") return contact(await readJson(request), response);
  const encoding = headers["accept-encoding"]?.toString() ?? "";
  const key = `${encoding} ${url}`;
  const copy = copies.get(key) ?? (await copyFromApp(url, encoding ? { "accept-encoding": encoding } : {}));
  copies.set(key, copy);
  response.writeHead(copy.status, copy.headers).end(copy.body);
}

async function copyFromApp(url: string, headers: Record<string, string>): Promise<Copy> {
  const { status, rawHeaders, body } = await timedGet(agent, appUrl + url, headers);
  const hash = createHash("sha256").update(body).digest("base64");
  if (!bodies.has(hash)) bodies.set(hash, body);
  const isCopied = (at: number) => !ownHeaders.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? "");
  return { status, headers: rawHeaders.filter((_, at) => isCopied(at)), body: bodies.get(hash) ?? body };
}

async function evaluate(body: JsonBody, response: ServerResponse): Promise<void> {
  const verdict = judge(body);
  if (!verdict) return sendRefusal(response);
  const { rows } = await pool.query({
    name: "evaluation",
    text: insertEvaluation,
    values: evaluationValues(body, randomUUID(), verdict),
  });
  const message = getMessage(verdict.route, body.language === "es" ? "es" : "en", getReplyTerms());
  const schedulingUrl = verdict.route === "qualified" ? "https://calendar.example.com/review" : undefined;
  send(response, 201, toJson({ id: rows[0].id, route: verdict.route, message, schedulingUrl }));
}

async function contact(body: JsonBody, response: ServerResponse): Promise<void> {
  if (!isContact(body)) return sendRefusal(response);
  const { rows } = await pool.query({
    name: "inquiry",
    text: insertInquiry,
    values: inquiryValues(body, randomUUID()),
  });
  send(response, 201, toJson({ id: rows[0].id, success: true }));
}

async function readJson(request: IncomingMessage): Promise<JsonBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function sendRefusal(response: ServerResponse): void {
  send(response, 400, Buffer.from('{"error":"Invalid payload."}'));
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.byteLength });
  response.end(body);
}

function insert(kind: SubmissionKind): string {
  const names = ["created_at", "request_id", ...storedFields[kind].map(({ column }) => column), ...columns[kind]];
  return `INSERT INTO submissions (kind, id, ${names})
    VALUES ('${kind}', nextval('${kind}_id_seq'), ${names.map((_, at) => `$${at + 1}`)}) RETURNING id`;
}

function sentValues(kind: SubmissionKind, body: JsonBody, requestId: string): unknown[] {
  const given: JsonBody = { channel: "web", ...body };
  return [new Date(), requestId, ...storedFields[kind].map(({ name }) => given[name])];
}

function evaluationValues(body: JsonBody, requestId: string, { points, form, score, route }: Verdict): unknown[] {
  return [...sentValues("evaluation", body, requestId), points, form, score, route, 7, 13];
}

function inquiryValues(body: JsonBody, requestId: string): unknown[] {
  return sentValues("inquiry", body, requestId);
}
