// Compares schemas with the WebAssembly version of Prisma's schema engine, which needs no downloaded binary.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { migrationsFolder } from "../scripts/migrate.ts";

const prismaFolder = path.join(migrationsFolder, "..");

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
 * Returns the SQL that changes the schema.prisma of the last commit to the current one, or "" if they are equal. Reads
 * only the server's version from the database at `url`.
 * @throws Error while a migration is not committed, because the last commit's schema does not contain its changes
 */
export async function diffSchemas(url: string, folder = prismaFolder): Promise<string> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  const uncommitted = git("status", "--porcelain", "migrations");
  if (uncommitted) throw new Error(`Commit your other migration first, or delete it:\n${uncommitted}`);
  const from = toDatamodel(git("show", "HEAD:./schema.prisma"));
  const to = toDatamodel(fs.readFileSync(path.join(folder, "schema.prisma"), "utf8"));
  const { stdout } = await withEngine(url, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: noFilters }),
  );
  return stdout === null || /^-- This is an empty migration/.test(stdout) ? "" : stdout;
}

export function toDatamodel(content: string) {
  return { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
}
