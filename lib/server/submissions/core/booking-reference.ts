import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  formatReference,
  parseReference,
  type SubmissionRef,
} from "../../../domain/submissions/core/submission-ref.ts";
import { deriveKey } from "../../derived-keys.ts";

const sign = (reference: string) =>
  createHmac("sha256", deriveKey("booking references")).update(reference).digest("base64url").slice(0, 16);

/** Writes a reference such as `E-12` with 96 bits of an HMAC, which the booking page hands back to us. */
export function signReference(ref: SubmissionRef): string {
  const reference = formatReference(ref);
  return `${reference}.${sign(reference)}`;
}

/** `isSigned` is false for a bare reference, which anyone can guess, and for a forged one. */
type HandedReference = { ref: SubmissionRef; isSigned: boolean };

export function readHandedReference(text: string | undefined): HandedReference | undefined {
  const [reference = "", signature = ""] = text?.split(".") ?? [];
  const ref = parseReference(reference);
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(reference))];
  return ref && { ref, isSigned: given.length === expected.length && timingSafeEqual(given, expected) };
}
