import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { LeadRoute } from "../../../domain/submissions/core/schema.ts";
import {
  formatReference,
  parseReference,
  type SubmissionRef,
} from "../../../domain/submissions/core/submission-ref.ts";
import { receiptSeconds } from "../../../domain/submissions/intake/receipt.ts";
import { deriveKey } from "../../derived-keys.ts";

/** Proves to our own pages who sent a submission. Whoever has it can see the result and the sent texts. */
export type Receipt = SubmissionRef & {
  /** Null for an inquiry. */
  route: LeadRoute | null;
  /** Time at which the row was stored, so that the receipt is not valid for another row that reuses the number. */
  sentAt: Date;
};

const sign = (content: string) =>
  createHmac("sha256", deriveKey("submission receipts")).update(content).digest("base64url").slice(0, 24);

/** Joins the reference, the verdict, the time in base 36 and an HMAC-SHA-256 cut to 144 bits by dots. */
export function writeReceipt({ kind, id, route, sentAt }: Receipt): string {
  const content = [formatReference({ kind, id }), route ?? "", sentAt.getTime().toString(36)].join(".");
  return `${content}.${sign(content)}`;
}

/** Returns the newest valid receipt: of this kind, signed by us and at most seven days old. Null if there is none. */
export function readReceipt(kind: SubmissionRef["kind"], now: Date, ...given: unknown[]): Receipt | null {
  const receipts = given.flatMap((text) => parse(text) ?? []);
  const isValid = (receipt: Receipt) =>
    receipt.kind === kind && now.getTime() - receipt.sentAt.getTime() <= receiptSeconds * 1000;
  return receipts.filter(isValid).toSorted((a, b) => b.sentAt.getTime() - a.sentAt.getTime())[0] ?? null;
}

function parse(text: unknown): Receipt | undefined {
  if (typeof text !== "string") return undefined;
  const content = text.slice(0, text.lastIndexOf("."));
  const [reference = "", route = "", time = ""] = content.split(".");
  const given = Buffer.from(text.slice(content.length + 1));
  const expected = Buffer.from(sign(content));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const ref = parseReference(reference);
  return ref && { ...ref, route: LeadRoute.safeParse(route).data ?? null, sentAt: new Date(Number.parseInt(time, 36)) };
}
