import type { IncomingMessage } from "node:http";
import { allOperations } from "../contract/all-operations.ts";
import type { Operation } from "../contract/operation.ts";
import { AppError } from "../domain/errors.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Reading at the desk is audited, so it has no HEAD. */
export function serves({ method, access }: Operation, asked: string): boolean {
  if (asked === "OPTIONS") return !access;
  return asked === method || (asked === "HEAD" && method === "GET" && !access);
}

export function isServed(operations: readonly Operation[], method: string): boolean {
  return operations.some((operation) => serves(operation, method));
}

/** For the header Allow of one path. */
export function allowedMethods(operations: readonly Operation[]): string {
  return methods.filter((method) => isServed(operations, method)).join(", ");
}

export function wrongMethod(operations: readonly Operation[]): AppError {
  const allow = allowedMethods(operations);
  return new AppError("method_not_allowed", `Use ${allow} here.`, { allow });
}

const hasParameters = ({ path }: Operation) => path.includes("{");
const byPath = Map.groupBy(
  allOperations.filter((operation) => !hasParameters(operation)),
  ({ path }) => `/api${path}`,
);
const patterns = allOperations.filter(hasParameters).map((operation) => ({
  operation,
  pattern: new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The operations of an address. */
export function findOperations(address: string): readonly Operation[] {
  const path = address.replace(/\/$/, "");
  return byPath.get(path) ?? patterns.flatMap(({ operation, pattern }) => (pattern.test(path) ? [operation] : []));
}

const refusalPath = "/api/refused";

/**
 * Next answers a method that a route file does not export without body and Allow, and some with a 400. Such a request
 * becomes one for an address that app/api/[[...rest]] answers (`findRefused`).
 */
export function redirectWrongMethod(request: IncomingMessage): void {
  const { method = "", url = "" } = request;
  if (!url.startsWith("/api/")) return;
  const [path = ""] = url.split("?", 1);
  const operations = findOperations(path);
  if (!operations.length || isServed(operations, method)) return;
  request.url = refusalPath + path.replace(/\/$/, "");
  if (method !== "HEAD") request.method = "GET";
}

/** The operations of the address that a request was redirected from. */
export function findRefused(path: string): readonly Operation[] {
  return path.startsWith(refusalPath) ? findOperations(path.slice(refusalPath.length)) : [];
}
