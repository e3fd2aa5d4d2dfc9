// The limit: the same five paths on node:http and pg alone, with nothing between them.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { toSearchWords } from "../lib/domain/catalog/search.ts";
import { verdictTexts } from "../lib/server/submissions/verdict.ts";
import { isContact, judge } from "./limit-rules.ts";
import {
  evaluationValues,
  findAll,
  findBySlug,
  findMatches,
  inquiryValues,
  insertEvaluation,
  insertInquiry,
  type JsonBody,
  poolSize,
  selectEntries,
} from "./statements.ts";

type Version = { id: number; xmin: string };

/** As long as the app reuses an answer of its catalog (lib/server/catalog/entries). */
const answerMilliseconds = 1_000;
const answersMax = 5_000;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: poolSize });
const answers = new Map<string, { body: Promise<Buffer>; readAt: number }>();
/** JSON of each row at one of its versions, as the app remembers its entries. */
const entries = new Map<string, string>();
const toKey = ({ id, xmin }: Version) => `${id}:${xmin}`;

process.on("SIGTERM", () => process.exit(0));
process.on("SIGINT", () => process.exit(0));
process.on("disconnect", () => process.exit(0));

createServer((request, response) => {
  answer(request, response).catch(() => send(response, 500, Buffer.from('{"error":"failed"}')));
}).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("The limit is ready at its port"));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  if (path === "/api/leads/evaluate") return evaluate(await readJson(request), response);
  if (path === "/api/leads/contact") return contact(await readJson(request), response);
  if (path === "/api/catalog") return send(response, 200, await list(new URLSearchParams(query).get("search") ?? ""));
  if (path.startsWith("/api/catalog/")) return send(response, 200, await entry(decodeURIComponent(path.slice(13))));
  send(response, 404, Buffer.from('{"error":"nothing here"}'));
}

async function evaluate(body: JsonBody, response: ServerResponse): Promise<void> {
  const verdict = judge(body);
  if (!verdict) return refuse(response);
  const { rows } = await pool.query({
    name: "evaluation",
    text: insertEvaluation,
    values: evaluationValues(body, randomUUID(), verdict),
  });
  const message = verdictTexts[verdict.route][body.language === "es" ? "es" : "en"];
  const schedulingUrl = verdict.route === "qualified" ? "https://calendar.example.com/review" : undefined;
  send(response, 201, toJson({ id: rows[0].id, route: verdict.route, message, schedulingUrl }));
}

async function contact(body: JsonBody, response: ServerResponse): Promise<void> {
  if (!isContact(body)) return refuse(response);
  const { rows } = await pool.query({
    name: "inquiry",
    text: insertInquiry,
    values: inquiryValues(body, randomUUID()),
  });
  send(response, 201, toJson({ id: rows[0].id, success: true }));
}

function list(search: string): Promise<Buffer> {
  const words = toSearchWords(search);
  return cached(`list ${words.join(" ")}`, async () => {
    const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
    const [first, second = first] = patterns;
    const found = first ? pool.query(findMatches, [first, second, patterns]) : pool.query(findAll);
    return Buffer.from(`[${(await getEntryJson((await found).rows)).join()}]`);
  });
}

function entry(slug: string): Promise<Buffer> {
  return cached(`entry ${slug}`, async () => {
    const { rows } = await pool.query(findBySlug, [slug]);
    return Buffer.from((await getEntryJson(rows)).join());
  });
}

function cached(key: string, read: () => Promise<Buffer>): Promise<Buffer> {
  const now = performance.now();
  const known = answers.get(key);
  if (known && now - known.readAt < answerMilliseconds) return known.body;
  if (answers.size >= answersMax) answers.clear();
  const body = read();
  answers.set(key, { body, readAt: now });
  return body;
}

async function getEntryJson(versions: Version[]): Promise<string[]> {
  const missing = versions.filter((version) => !entries.has(toKey(version))).map(({ id }) => id);
  if (missing.length) {
    const { rows } = await pool.query<Version>(selectEntries, [missing]);
    for (const { xmin, ...row } of rows) entries.set(toKey({ id: row.id, xmin }), JSON.stringify(row));
  }
  return versions.flatMap((version) => entries.get(toKey(version)) ?? []);
}

async function readJson(request: IncomingMessage): Promise<JsonBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function refuse(response: ServerResponse): void {
  send(response, 400, Buffer.from('{"error":"Invalid payload."}'));
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.byteLength });
  response.end(body);
}
