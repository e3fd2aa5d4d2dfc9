import { allOperations } from "../contract/all-operations.ts";
import { AppError } from "../domain/errors.ts";
import type { Operation } from "../domain/operation.ts";

export const apiMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Desk operations do not support HEAD, because reads are audited. */
export function supportsMethod({ method, access }: Operation, asked: string): boolean {
  if (asked === "OPTIONS") return !access;
  return asked === method || (asked === "HEAD" && method === "GET" && !access);
}

/** Lists the methods of all operations that share this operation's path. */
export function formatAllowedMethods(operation: Operation): string {
  const operations = byPath.get(`/api${operation.path}`) ?? [operation];
  return apiMethods.filter((method) => operations.some((each) => supportsMethod(each, method))).join(", ");
}

export function createWrongMethodError(operation: Operation): AppError {
  const allow = formatAllowedMethods(operation);
  return new AppError("method_not_allowed", `Use ${allow} here.`, { allow });
}

const byPath = Map.groupBy(allOperations, ({ path }) => `/api${path}`);
const patterns = [...byPath]
  .filter(([path]) => path.includes("{"))
  .map(([path, operations]) => ({ operations, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));

/** @returns any operation of the path if none has the method */
export function findOperation(address: string, method: string): Operation | undefined {
  const path = address.replace(/\/$/, "");
  const found = byPath.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.operations;
  return found?.find((operation) => supportsMethod(operation, method)) ?? found?.[0];
}
