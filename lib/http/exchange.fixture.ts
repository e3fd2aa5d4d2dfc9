import { randomBytes } from "node:crypto";
import { requestExamples } from "../contract/examples.ts";

const origin = "http://localhost:3000";
export const contactUrl = `${origin}/api/leads/contact`;
export const catalogUrl = `${origin}/api/catalog`;

/** Returns a new address, so that tests do not share rate limits. */
export function randomAddress(): string {
  return `10.${[...randomBytes(3)].join(".")}`;
}

export function inquiry(change: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...requestExamples.submitContact.web.value, ...change };
}

/** Creates a valid inquiry from an agent. Each call uses a new agent name. */
export function agentInquiry(change: Record<string, unknown> = {}): Record<string, unknown> {
  const agentName = `Agent ${randomBytes(6).toString("hex")}`;
  return inquiry({ channel: "ai_agent", agentName, userConsent: true, ...change });
}

type Options = { url?: string; from?: string; headers?: Record<string, string> };

/** Builds the request of a submission. Strings, bytes and streams are sent unchanged, any other body as JSON. */
export function post(body: unknown, { url = contactUrl, from = randomAddress(), headers = {} }: Options = {}): Request {
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "x-forwarded-for": from, "content-type": "application/json", ...headers },
    body: body instanceof ReadableStream ? body : toBytes(body),
    duplex: "half",
  };
  const request = new Request(url, init);
  if (headers["content-type"] === "") request.headers.delete("content-type");
  return request;
}

/** Converts a body to bytes, because Request sets a content type for strings. */
function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

export function get(url = catalogUrl, headers: Record<string, string> = {}, method = "GET"): Request {
  return new Request(url, { method, headers });
}

/** Creates a body that arrives in chunks. `seen` records how many were read and whether the rest was cancelled. */
export function chunkedBody(chunks: Iterable<Uint8Array | Promise<Uint8Array>>) {
  const iterator = chunks[Symbol.iterator]();
  const seen = { pulled: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        seen.pulled++;
        const { value, done } = iterator.next();
        if (done) controller.close();
        else controller.enqueue(await value);
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

export async function read(response: Response): Promise<{ status: number; headers: Headers; json: unknown }> {
  return { status: response.status, headers: response.headers, json: await response.json() };
}

/** The text that is sent for every unexpected error. */
export const fixedText = "Something went wrong on our side. Please try again later.";

/** Joins status, headers and body into one text. */
export async function readWhole(response: Response): Promise<string> {
  return JSON.stringify([response.status, [...response.headers], await response.text()]);
}
