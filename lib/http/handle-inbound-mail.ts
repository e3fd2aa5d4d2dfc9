import pLimit from "p-limit";
import { AppError } from "../domain/errors.ts";
import { asObject } from "../domain/json.ts";
import { env } from "../server/env.ts";
import { MemoryLimiter } from "../server/limits/memory-limiter.ts";
import { log } from "../server/log.ts";
import { oncePerProcess } from "../server/process.ts";
import { readClientIp } from "./client-ip.ts";
import { type Exchange, respond } from "./exchange.ts";
import type { ApiRequest, Handler } from "./message.ts";
import { notFound } from "./not-found.ts";
import { parseJson, readBody, readMediaType } from "./read-body.ts";
import { isSameSecret, isSigned } from "./secrets.ts";
import { enforceLimits } from "./stations.ts";

/** Allowed clock difference between sender and receiver. A signed request can be replayed for this long. */
const clockSkewSecondsMax = 300;

type Claim = { timestamp: string; signature: string };

/** Reads the signature, or the secret as Basic password if a provider cannot sign. @returns undefined if it matches */
function readClaim(headers: ApiRequest["headers"], secret: string, now: Date): Claim | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(headers.get("authorization") ?? "") ?? [];
  if (encoded !== undefined) {
    const pair = Buffer.from(encoded, "base64").toString();
    if (isSameSecret(pair.slice(pair.indexOf(":") + 1), secret)) return undefined;
    throw createSignatureError();
  }
  const timestamp = headers.get("inbound-timestamp") ?? "";
  const [, signature] = /^sha256=([0-9a-f]{64})$/i.exec(headers.get("inbound-signature") ?? "") ?? [];
  if (signature === undefined || !/^\d{1,12}$/.test(timestamp)) throw createSignatureError();
  if (Math.abs(Number(timestamp) - now.getTime() / 1_000) > clockSkewSecondsMax) throw createSignatureError();
  return { timestamp, signature };
}

const createSignatureError = () =>
  new AppError("unauthorized", "Sign the request, or send the password, with INBOUND_MAIL_SECRET.");

export const inboundMailPath = "/api/inbound-mail";

/** Limit of one request body: room for a mail of 25 MiB as base64 in JSON, and for the provider's own fields. */
const bodyBytesMax = 40 * 1024 * 1024;
/** Limit of all bodies being received, because a signature can be checked only once its body has fully arrived. */
const allBodiesBytesMax = 3 * bodyBytesMax;
const retryAfterSeconds = 60;
const policy = { name: "inbound", max: 1_200, windowSeconds: 600 };

const state = oncePerProcess("inbound mail", () => ({
  limiter: new MemoryLimiter(policy),
  // Parses one mail at a time: parallel parsing would not be faster and needs more memory.
  turns: pLimit(1),
  bodyBytes: 0,
}));

/** Not in the public API or its OpenAPI document. Responds with 404 unless INBOUND_MAIL_SECRET is set. */
export const handleInboundMail: Handler = (request) => {
  const { INBOUND_MAIL_SECRET: secret } = env();
  if (secret === undefined) return notFound(request);
  return respond("receiveMail", request, async (exchange) => {
    if (request.method !== "POST") throw new AppError("method_not_allowed", "Use POST here.", { allow: "POST" });
    const clientIp = readClientIp(request.headers, env().TRUSTED_PROXY_HOPS);
    enforceLimits(exchange, [state.limiter.spend(clientIp, exchange.now.getTime())]);
    const claim = readClaim(request.headers, secret, exchange.now);
    const result = await receiveInTurn(exchange, claim, secret);
    Object.assign(exchange.headers, { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
    return { status: 200, headers: exchange.headers, body: JSON.stringify({ result }) };
  });
};

/** Reads the body before waiting for a turn to parse it, so that a slow sender does not block others. */
async function receiveInTurn(exchange: Exchange, claim: Claim | undefined, secret: string): Promise<string> {
  const { request } = exchange;
  let reserved = 0;
  const reserve = (bytes: number) => {
    if (state.bodyBytes + bytes > allBodiesBytesMax) {
      throw new AppError("rate_limited", "Too many mails at once.", { code: "rate_limited", retryAfterSeconds });
    }
    reserved += bytes;
    state.bodyBytes += bytes;
  };
  try {
    const body = await readBody(request, bodyBytesMax, reserve);
    if (claim && !isSigned(claim.signature, secret, `${claim.timestamp}.`, body)) throw createSignatureError();
    return await state.turns(() => receiveBody(request, body, exchange));
  } finally {
    state.bodyBytes -= reserved;
  }
}

async function receiveBody(request: ApiRequest, body: Uint8Array, { now, logged }: Exchange): Promise<string> {
  const raw = readMediaType(request.headers) === "message/rfc822" ? body : readEnvelope(body);
  if (raw === null) return "subscription";
  const { receiveMail } = await import("../server/mail/inbound/receive-mail.ts");
  const result = await receiveMail(raw, { now });
  logged.result = result;
  // Asks the provider to deliver again. Once the mail's header is stored, another delivery that is too slow gets a 200.
  if (result === "too_slow" || result === "head_too_slow") {
    throw new AppError("unavailable", "The mail could not be read in time: deliver it again.", { retryAfterSeconds });
  }
  return result;
}

/** Reads Postmark's `RawEmail` or SES's `content`, also in SNS. For SNS confirmations, logs a URL and returns null. */
function readEnvelope(body: Uint8Array): Uint8Array | null {
  const given = asObject(parseJson(Buffer.from(body).toString()));
  if (typeof given.RawEmail === "string") return Buffer.from(given.RawEmail);
  if (given.Type === "SubscriptionConfirmation") {
    const url = URL.parse(`${given.SubscribeURL}`);
    if (!url || !/^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com$/.test(url.origin)) throw createNoMailError();
    log().warn({ url: url.href }, "open this address to have Amazon SNS deliver mails");
    return null;
  }
  const inner = given.Type === "Notification" ? asObject(parseJson(`${given.Message}`)) : given;
  if (typeof inner.content !== "string") throw createNoMailError();
  const { encoding } = asObject(asObject(inner.receipt).action);
  const isBase64 = encoding === "BASE64" || (encoding === undefined && /^[A-Za-z0-9+/\r\n]+=*\s*$/.test(inner.content));
  return Buffer.from(inner.content, isBase64 ? "base64" : "utf8");
}

const createNoMailError = () =>
  new AppError("invalid_input", "The body has no mail: send RawEmail or content, or message/rfc822.");
