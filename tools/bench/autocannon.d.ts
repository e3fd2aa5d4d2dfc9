// Types of the part of autocannon 9 that the benchmark uses, because the package has none.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  export type LoadRequest = {
    method: "GET" | "POST";
    path: string;
    body?: string;
    headers?: Record<string, string>;
  };
  type Client = { setRequests(requests: LoadRequest[]): void };
  type Options = {
    url: string;
    connections: number;
    /** Sampling interval in milliseconds. */
    sampleInt: number;
    /** In seconds. */
    timeout: number;
    /** Replaces each `[<id>]` in a body with a new id. */
    idReplacement?: boolean;
    setupClient: (client: Client) => void;
  } & ({ /** In seconds. */ duration: number } | { /** Number of requests. */ amount: number });
  /** `errors` counts requests without a response, including timeouts. */
  export type Result = { errors: number; "2xx": number };

  // biome-ignore lint/style/noDefaultExport: it is how the package exports it.
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter<{ response: [client: Client, status: number, bytes: number, milliseconds: number] }>;
}
