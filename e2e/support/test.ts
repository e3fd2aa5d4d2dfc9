import { randomBytes } from "node:crypto";
import { test as base } from "@playwright/test";
import pg from "pg";
import * as z from "zod/mini";
import { requestExamples } from "../../lib/contract/examples.ts";
import { ApiError } from "../../lib/domain/errors.ts";
import { createMigratedDatabase, query as queryOnce } from "../../scripts/databases.fixture.ts";

type Answer = { status: number; headers: Headers; text: string; json: unknown };
type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };
export type Client = {
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  send: (path: string, init: Init) => Promise<Answer>;
};

/** Schema of ApiError that rejects properties beyond the contract's. */
export const strictApiError = z.strictObject(ApiError.shape);

export function readId(json: unknown): number {
  return z.object({ id: z.number() }).parse(json).id;
}

export function readSlugs(json: unknown): string[] {
  return z
    .array(z.object({ slug: z.string() }))
    .parse(json)
    .map(({ slug }) => slug);
}

/** Creates a client with a new IP address, so that no test uses up the rate limit of another. */
export function createClient(url: string, address = randomAddress()): Client {
  const send = async (path: string, init: Init): Promise<Answer> => {
    const headers = { "x-forwarded-for": address, ...init.headers };
    const response = await fetch(`${url}${path}`, { redirect: "manual", ...init, headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text ? JSON.parse(text) : undefined };
  };
  return {
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

export function randomAddress(): string {
  return `10.${[...randomBytes(3)].join(".")}`;
}

export function randomEmail(): string {
  return `person.${randomBytes(6).toString("hex")}@example.com`;
}

/** Returns a word that no other test and no sample entry uses. */
export function randomWord(): string {
  const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26)));
  return `q${letters.join("")}`;
}

/** Creates a valid evaluation through the website form, for a new person. */
export function evaluation(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...requestExamples.submitEvaluation.web.value, email: randomEmail(), ...change };
}

/** Creates a valid inquiry through the website form, for a new person. */
export function inquiry(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...requestExamples.submitContact.web.value, email: randomEmail(), ...change };
}

/** Turns the input of a submission into an agent's. Each call uses another agent. */
export function byAgent(input: Record<string, unknown>): Record<string, unknown> {
  const agentName = `Agent ${randomBytes(4).toString("hex")}`;
  return { ...input, channel: "ai_agent", agentName, userConsent: true };
}

let shared: pg.Pool | undefined;

/** Keeps connections to the shared database, because a new one takes ten times as long as most statements. */
export async function queryAt<Row extends pg.QueryResultRow>(
  url: string | undefined,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (url !== process.env.E2E_DATABASE_URL) return queryOnce<Row>(url, sql, values);
  // Idle connections keep no process from ending.
  shared ??= new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  return (await shared.query<Row>(sql, values)).rows;
}

export async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return queryAt<Row>(process.env.E2E_DATABASE_URL, sql, values);
}

/** Creates a migrated, empty database beside the shared one, for a test with its own app. */
export function createDatabase(): Promise<string> {
  return createMigratedDatabase(process.env.E2E_DATABASE_URL);
}

export const test = base.extend<{ client: Client }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function wants from this pattern
  client: async ({}, use) => use(createClient(process.env.E2E_URL ?? "")),
});
