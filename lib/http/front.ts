import type { IncomingMessage, ServerResponse } from "node:http";
import { operations, serviceOperations } from "../contract/operations.ts";
import { AppError } from "../domain/errors.ts";
import { answerError } from "./answer.ts";
import { allowedMethods } from "./handle.ts";
import { notFound } from "./not-found.ts";

/** The methods that Next hands to a route handler. */
const routable = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Answers what Next's router would answer without JSON under /api: methods it does not know, paths it cannot decode
 * and paths it would redirect. Stands before Next in scripts/serve.ts; true when it has answered.
 */
export async function answerUnroutable(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
  if (!/^\/api(\/|$)/.test(path)) return false;
  const method = incoming.method ?? "GET";
  const isPathOdd = /\/\/|\\/.test(path) || !isDecodable(path);
  if (routable.has(method) && !isPathOdd) return false;
  // The Request constructor refuses some methods; of the request, the answers only look at HEAD.
  const request = new Request("http://localhost/", { method: method === "HEAD" ? "HEAD" : "GET" });
  const response = isPathOdd ? notFound(request) : refuseMethod(path, request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
  return true;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function refuseMethod(path: string, request: Request): Response {
  const all = [...Object.values(operations), ...Object.values(serviceOperations)];
  const operation = all.find((candidate) => pathPattern(candidate.path).test(path));
  if (!operation) return notFound(request);
  const allow = allowedMethods(operation);
  return answerError(new AppError("method_not_allowed", `Use ${allow} here.`, { allow }), request, {});
}

function pathPattern(template: string): RegExp {
  return new RegExp(`^/api${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}/?$`);
}
