import { CopyButton } from "./copy-button.tsx";
import { Marked } from "./marked.tsx";
import { Method } from "./method.tsx";
import type { OperationIndex } from "./operation-index.ts";

type Props = { endpoints: string[]; words: readonly string[]; operations: OperationIndex };

/** Every endpoint with its method, ready to copy. */
export function Endpoints({ endpoints, words, operations }: Props) {
  return (
    <ul className="mt-5 rounded-md border border-line bg-surface">
      {endpoints.map((endpoint, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an author may repeat one; they never move
        <li key={at} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
          <Endpoint endpoint={endpoint} id={`endpoint-${at + 1}`} words={words} operations={operations} />
          <CopyButton of={`endpoint-${at + 1}`} name={endpoint} />
        </li>
      ))}
    </ul>
  );
}

type EndpointProps = { endpoint: string; id: string; words: readonly string[]; operations: OperationIndex };

function Endpoint({ endpoint, id, words, operations }: EndpointProps) {
  const [, method = "", path = endpoint] = /^([A-Z]{3,7})\s+(\S.*)$/s.exec(endpoint) ?? [];
  const operation = operations.get(endpoint);
  const text = <Marked text={path} words={words} />;
  return (
    <span id={id} className="flex grow flex-wrap items-baseline gap-x-3 gap-y-1">
      {method && <Method method={method} />}{" "}
      {operation ? (
        <a className="link font-mono text-sm wrap-anywhere" href={`#${operation.id}`}>
          {text}
        </a>
      ) : (
        <code className="font-mono text-sm wrap-anywhere">{text}</code>
      )}
    </span>
  );
}
