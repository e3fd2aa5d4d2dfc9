import { AppError } from "../domain/errors.ts";
import { defaultBodyBytesMax } from "../domain/operation.ts";
import { receiveBookingWebhook } from "../server/bookings/receive-webhook.ts";
import { env } from "../server/env.ts";
import { respond } from "./exchange.ts";
import type { ApiRequest, Handler } from "./message.ts";
import { notFound } from "./not-found.ts";
import { parseJson, readBody } from "./read-body.ts";
import { respondWithJson } from "./respond.ts";
import { isSigned } from "./secrets.ts";
import { admitRequest } from "./stations.ts";

export const bookingWebhookPath = "/api/webhooks/bookings";

/** Calendly's limit for the age of a signature. */
const signedSecondsMax = 180;

/** Not in the public API or its OpenAPI document. Responds with 404 unless a secret is set. */
export const handleBookingWebhook: Handler = (request) => {
  const { BOOKING_SERVICE: service, BOOKING_WEBHOOK_SECRET: secret } = env();
  if (service === undefined || secret === undefined) return notFound(request);
  return respond("receiveBooking", request, async (exchange) => {
    const { now, headers, logged } = exchange;
    if (request.method !== "POST") throw new AppError("method_not_allowed", "Use POST here.", { allow: "POST" });
    admitRequest(exchange);
    const claim = service === "calendly" ? readCalendlyClaim(request.headers, now) : readCalComClaim(request.headers);
    const body = await readBody(request, defaultBodyBytesMax);
    if (!isSigned(claim.signature, secret, claim.prefix, body)) throw createSignatureError();
    const json = parseJson(Buffer.from(body).toString());
    const result = await receiveBookingWebhook({ service, body, json, signedAt: claim.signedAt }, now);
    logged.result = result;
    return respondWithJson(JSON.stringify({ result }), 200, headers, request);
  });
};

/** `prefix` is signed together with the body. */
type Claim = { prefix: string; signature: string; signedAt: Date | null };

const readCalComClaim = (headers: ApiRequest["headers"]): Claim => ({
  prefix: "",
  signature: headers.get("x-cal-signature-256") ?? "",
  signedAt: null,
});

function readCalendlyClaim(headers: ApiRequest["headers"], now: Date): Claim {
  const parts = (headers.get("calendly-webhook-signature") ?? "").split(",").map((part) => part.trim().split("="));
  const { t = "", v1: signature = "" } = Object.fromEntries(parts) as Record<string, string | undefined>;
  const signedAt = new Date(/^\d{1,12}$/.test(t) ? Number(t) * 1_000 : 0);
  if (Math.abs(now.getTime() - signedAt.getTime()) > signedSecondsMax * 1_000) throw createSignatureError();
  return { prefix: `${t}.`, signature, signedAt };
}

const createSignatureError = () =>
  new AppError("unauthorized", "Sign the request with BOOKING_WEBHOOK_SECRET, and send it within three minutes.");
