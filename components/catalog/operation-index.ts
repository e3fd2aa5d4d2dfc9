import type { OperationView, Reference } from "#lib/domain/catalog/reference/model.ts";

export type OperationIndex = ReadonlyMap<string, OperationView>;

/** The operations of a reference by what services and endpoints call them: `createDraw`, `POST /v1/draws`. */
export function indexOperations(reference: Reference | null): OperationIndex {
  const operations = reference?.groups.flatMap((group) => group.operations) ?? [];
  return new Map(
    operations.flatMap((operation) => [
      [operation.operationId, operation],
      [`${operation.method} ${operation.path}`, operation],
    ]),
  );
}
