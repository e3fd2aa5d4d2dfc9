// Compares schemas with the WebAssembly version of Prisma's schema engine, which needs no downloaded binary.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { migrationsFolder, readMigrations } from "../scripts/migrate.ts";

const schemaFile = path.join(migrationsFolder, "..", "schema.prisma");

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
 * Returns the SQL that changes the newest migration's schema to schema.prisma, or "" if they are equal. The newest
 * migration's folder contains its schema. Reads only the server's version from the database at `url`.
 */
export async function pendingSql(url: string): Promise<string> {
  const newest = readMigrations().at(-1);
  const before = newest && path.join(migrationsFolder, newest.name, "schema.prisma");
  const from = before ? readDatamodel(before) : { tag: "empty" as const };
  const to = readDatamodel(schemaFile);
  const { stdout } = await withEngine(url, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: noFilters }),
  );
  return stdout === null || /^-- This is an empty migration/.test(stdout) ? "" : stdout;
}

const readDatamodel = (file: string) => ({
  tag: "schemaDatamodel" as const,
  files: [{ path: schemaFile, content: fs.readFileSync(file, "utf8") }],
});

/** Writes a migration with its schema, and removes the previous migration's schema. @returns path of the SQL file */
export function writeMigration(name: string, sql: string): string {
  for (const before of readMigrations()) {
    fs.rmSync(path.join(migrationsFolder, before.name, "schema.prisma"), { force: true });
  }
  const folder = path.join(migrationsFolder, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(schemaFile, path.join(folder, "schema.prisma"));
  fs.writeFileSync(path.join(folder, "migration.sql"), sql);
  return path.join(folder, "migration.sql");
}
