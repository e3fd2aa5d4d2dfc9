// Prisma's schema engine as WebAssembly: migrations without a downloaded binary.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, DriverAdapterError } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const prismaFolder = path.join(import.meta.dirname, "..", "prisma");
export const migrationsFolder = path.join(prismaFolder, "migrations");
const schemaFile = path.join(prismaFolder, "schema.prisma");

export const noFilters = { externalTables: [], externalEnums: [] };

let isLoaded = false;

function load(): void {
  if (isLoaded) return;
  const file = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const module = new WebAssembly.Module(fs.readFileSync(file.replace(/\.js$/, ".wasm")));
  const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": bindings as never });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  isLoaded = true;
}

/** The adapter cuts a script at every semicolon; sent whole, it is one transaction to Postgres. */
function wholeScripts(factory: PrismaPg, pool: pg.Pool): PrismaPg {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await pool.query(script).catch(({ code, severity, message, detail, hint }: pg.DatabaseError) => {
        const words = { code: code ?? "", severity: severity ?? "ERROR", message, detail, hint, column: undefined };
        throw new DriverAdapterError({ kind: "postgres", ...words, originalCode: code, originalMessage: message });
      });
    };
    return adapter;
  };
  return factory;
}

export type Engine = bindings.SchemaEngine;

/** Runs `work` with the engine on the database at `url`. */
export async function withEngine<Result>(url: string, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  load();
  const pool = new pg.Pool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(wholeScripts(new PrismaPg(pool), pool));
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    // The engine keeps its advisory lock until its connection closes.
    await pool.end();
  }
}

/** Reads the migrations of `folder` from disk, as each call of the engine wants them. */
export function readMigrations(folder = migrationsFolder): bindings.MigrationList {
  const readText = (file: string) => fs.readFileSync(path.join(folder, file), "utf8");
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: readText("migration_lock.toml") },
    shadowDbInitScript: "",
    migrationDirectories: names
      .map(({ name }) => name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: readText(path.join(name, "migration.sql")) },
        },
      })),
  };
}

/**
 * The SQL that turns the schema of the newest migration into today's; empty when they are the same. Each migration
 * keeps the schema it led to beside its SQL; of the database at `url` only the server's version is read.
 */
export async function pendingSql(url: string): Promise<string> {
  const newest = readMigrations().migrationDirectories.at(-1);
  const before = newest && path.join(migrationsFolder, newest.path, "schema.prisma");
  const from = before ? datamodel(before) : { tag: "empty" as const };
  const to = datamodel(schemaFile);
  const { stdout } = await withEngine(url, (engine) =>
    engine.diff({ from, to, script: true, exitCode: null, filters: noFilters }),
  );
  return stdout === null || /^-- This is an empty migration/.test(stdout) ? "" : stdout;
}

const datamodel = (file: string) => ({
  tag: "schemaDatamodel" as const,
  files: [{ path: schemaFile, content: fs.readFileSync(file, "utf8") }],
});

/** Writes a new migration with the schema it leads to and returns the path of its SQL. */
export function writeMigration(name: string, sql: string): string {
  const folder = path.join(migrationsFolder, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.copyFileSync(schemaFile, path.join(folder, "schema.prisma"));
  fs.writeFileSync(path.join(folder, "migration.sql"), sql);
  return path.join(folder, "migration.sql");
}
