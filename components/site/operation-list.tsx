import type { Operation } from "#lib/contract/operation.ts";

type Props = { operations: Pick<Operation, "operationId" | "method" | "path" | "summary" | "description">[] };

export function OperationList({ operations }: Props) {
  return (
    <ul>
      {operations.map(({ operationId, method, path, summary, description }) => (
        <li key={operationId}>
          <h2>{summary}</h2>
          <p>
            <code>
              {method} /api{path}
            </code>
          </p>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  );
}
