import "server-only";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { ImportedApi, ImportFault, OpenapiFault } from "../../domain/catalog/editor/import.ts";
import type { Conversion, LeftParts } from "../../domain/catalog/editor/import-notes.ts";
import type { JsonObject } from "../../domain/json.ts";
import { oncePerProcess } from "../once-per-process.ts";
import { ThreadPool, threadBounds } from "../thread.ts";

export type Refusal = { fault: ImportFault; line?: number; column?: number };
/** `openapi`: what it says of an API, and the parts of it that an entry does not have. */
export type ReadDocument = {
  spec: JsonObject;
  json: string;
  conversions: Conversion[];
  openapi: { api: ImportedApi; left: LeftParts } | { fault: OpenapiFault };
};

/** What reads Markdown is for the server alone, which this condition stands for. */
const threadOptions = { ...threadBounds, execArgv: ["--conditions=react-server"] };

const threads = oncePerProcess(
  "document threads",
  () =>
    new ThreadPool<string, ReadDocument | Refusal>(
      () => new Worker(new URL("./document-thread.ts", import.meta.url), threadOptions),
    ),
);

/** One at a time: what is read has to be taken over, and several at once would keep other requests waiting. */
const turns = oncePerProcess("document turns", () => pLimit(1));

/**
 * A document in JSON or YAML; Swagger 2.0 is converted to OpenAPI 3.0. A large one takes a second and more, so a thread
 * of its own reads it.
 */
export async function readDocument(text: string): Promise<ReadDocument | Refusal> {
  return (await turns(() => threads.run(text))) ?? { fault: "too_long" };
}
