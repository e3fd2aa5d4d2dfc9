import { type ErrorKind, type StableCode, stableCodes } from "../domain/errors.ts";

export const guideSections = [
  "assistants",
  "handOff",
  "consent",
  "bookings",
  "errors",
  "limits",
  "repeats",
  "client",
] as const;

/** Error kinds that the guide leaves out: those of the desk, and one that a caller cannot fix. */
type OtherKind = "unauthorized" | "forbidden" | "internal";
type GuideError = { name: StableCode | Exclude<ErrorKind, OtherKind>; status: number; code?: StableCode };

export const guideErrors: GuideError[] = [
  { name: "invalid_input", status: 400 },
  ...stableCodes.filter((code) => code !== "rate_limited").map((code) => ({ name: code, status: 400, code })),
  { name: "not_found", status: 404 },
  { name: "method_not_allowed", status: 405 },
  { name: "conflict", status: 409 },
  { name: "too_large", status: 413 },
  { name: "unsupported_media_type", status: 415 },
  { name: "rate_limited", status: 429, code: "rate_limited" },
  { name: "unavailable", status: 503 },
];
