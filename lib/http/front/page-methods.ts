import { isFormAddress } from "../../i18n/paths.ts";

type Refusal = { status: number; headers: Record<string, string>; text: string };

/** The answer to a method that an address outside /api does not have, and to OPTIONS; undefined for the others. */
export function refuseMethod(method: string, path: string): Refusal | undefined {
  const methods = ["GET", "HEAD", "OPTIONS", ...(isFormAddress(path) ? ["POST"] : [])];
  if (method !== "OPTIONS" && methods.includes(method)) return undefined;
  const allow = methods.join(", ");
  const headers = { Allow: allow, "Cache-Control": "no-store" };
  if (method === "OPTIONS") return { status: 204, headers, text: "" };
  return {
    status: 405,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    text: `Use ${allow} here.`,
  };
}
