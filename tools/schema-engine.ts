// Compares schemas with the WebAssembly version of Prisma's schema engine, which needs no downloaded binary.
import fs from "node:fs";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

export const noFilters = { externalTables: [], externalEnums: [] };

let isLoaded = false;

function loadEngine(): void {
  if (isLoaded) return;
  const file = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const module = new WebAssembly.Module(fs.readFileSync(file.replace(/\.js$/, ".wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start === "function") start();
  isLoaded = true;
}

export async function withEngine<Result>(
  url: string,
  work: (engine: bindings.SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loadEngine();
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool));
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    // Close the connections, because the engine leaves one open, which would keep its advisory lock.
    await pool.end();
  }
}

/**
 * Returns the SQL that changes the schema `before` to `after`, or "" if they are equal. Reads only the server's version
 * from the database at `url`.
 */
export async function diffSchemas(url: string, before: string, after: string): Promise<string> {
  const [from, to] = [toDatamodel(before), toDatamodel(after)];
  const { stdout } = await withEngine(url, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: noFilters }),
  );
  return stdout === null || /^-- This is an empty migration/.test(stdout) ? "" : stdout;
}

export function toDatamodel(content: string) {
  return { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
}
