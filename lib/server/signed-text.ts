import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./derived-keys.ts";

const sign = (purpose: string, content: string) =>
  createHmac("sha256", deriveKey(purpose)).update(content).digest("base64url").slice(0, 24);

/** Joins the parts and an HMAC-SHA-256, cut to 144 bits, by dots. Each purpose has a key of its own. */
export function signText(purpose: string, parts: string[]): string {
  const content = parts.join(".");
  return `${content}.${sign(purpose, content)}`;
}

/** Returns the parts of a text that we signed for this purpose. */
export function readSignedText(purpose: string, text: unknown): string[] | undefined {
  if (typeof text !== "string") return undefined;
  const content = text.slice(0, text.lastIndexOf("."));
  const given = Buffer.from(text.slice(content.length + 1));
  const expected = Buffer.from(sign(purpose, content));
  return given.length === expected.length && timingSafeEqual(given, expected) ? content.split(".") : undefined;
}
