// Generates the database client from schema.prisma. The client is committed, so running the app needs no generator.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");
const schema = path.join("prisma", "schema.prisma");
/** The folder that schema.prisma names as `output`, relative to the root of the repository. */
const output = path.join("lib", "server", "generated", "prisma");
export const clientFolder = path.join(root, output);

/** Generates the client into `folder`. @throws Error with Prisma's message if the schema is wrong */
export function writePrismaClient(folder = clientFolder): void {
  // Generate from a copy in another folder, because Prisma writes relative to the schema.
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-prisma-"));
  try {
    fs.cpSync(path.join(root, schema), path.join(copy, schema));
    const prisma = path.join(root, "node_modules", "prisma", "build", "index.js");
    execFileSync(process.execPath, [prisma, "generate", "--schema", schema, "--no-hints"], {
      cwd: copy,
      env: {
        ...process.env,
        // Name any executable, or Prisma would download an engine binary that it never runs here.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
      stdio: "pipe",
    });
    fs.rmSync(folder, { recursive: true, force: true });
    fs.cpSync(path.join(copy, output), folder, { recursive: true });
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}
