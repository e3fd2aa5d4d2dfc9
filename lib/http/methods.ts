import { allOperations } from "../contract/all-operations.ts";
import { AppError } from "../domain/errors.ts";
import type { Operation } from "../domain/operation.ts";

export const apiMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Desk operations do not support HEAD, because reads are audited. */
export function supportsMethod({ method, access }: Operation, asked: string): boolean {
  if (asked === "OPTIONS") return !access;
  return asked === method || (asked === "HEAD" && method === "GET" && !access);
}

export function allowedMethods(operation: Operation): string {
  return apiMethods.filter((method) => supportsMethod(operation, method)).join(", ");
}

export function wrongMethod(operation: Operation): AppError {
  const allow = allowedMethods(operation);
  return new AppError("method_not_allowed", `Use ${allow} here.`, { allow });
}

const byPath = new Map(allOperations.map((operation) => [`/api${operation.path}`, operation]));
const patterns = allOperations
  .filter(({ path }) => path.includes("{"))
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

export function findOperation(address: string): Operation | undefined {
  const path = address.replace(/\/$/, "");
  return byPath.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.operation;
}
