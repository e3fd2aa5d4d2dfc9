import "server-only";
import { Worker } from "node:worker_threads";
import type { ImportFault } from "../../domain/catalog/editor/import.ts";
import type { Conversion } from "../../domain/catalog/editor/import-notes.ts";
import type { JsonObject } from "../../domain/json.ts";
import { oncePerProcess } from "../once-per-process.ts";
import { ThreadPool, threadBounds } from "../thread.ts";

export type Refusal = { fault: ImportFault; line?: number; column?: number };
export type ReadDocument = { spec: JsonObject; json: string; conversions: Conversion[] };

const threads = oncePerProcess(
  "document threads",
  () =>
    new ThreadPool<string, ReadDocument | Refusal>(
      () => new Worker(new URL("./document-thread.ts", import.meta.url), threadBounds),
    ),
);

/**
 * A document in JSON or YAML; Swagger 2.0 is converted to OpenAPI 3.0. A large one takes a second and more, so a thread of its
 * own reads it.
 */
export async function readDocument(text: string): Promise<ReadDocument | Refusal> {
  return (await threads.run(text)) ?? { fault: "too_long" };
}
