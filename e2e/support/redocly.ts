import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";

const cli = path.join(import.meta.dirname, "..", "..", "node_modules", "@redocly", "cli", "bin", "cli.js");

const Report = z.object({
  totals: z.object({ errors: z.number(), warnings: z.number() }),
  problems: z.array(z.object({ severity: z.string(), ruleId: z.string(), message: z.string() })),
});

/** Checks an OpenAPI document by Redocly's recommended rules. @returns number of errors, and one line per problem */
export async function lintOpenApi(document: object): Promise<{ errors: number; problems: string[] }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-openapi-"));
  const file = path.join(folder, "openapi.json");
  fs.writeFileSync(file, JSON.stringify(document));
  try {
    const { totals, problems } = Report.parse(JSON.parse(await runRedocly(file)));
    return {
      errors: totals.errors,
      problems: problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`),
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Redocly on a file. @returns its JSON report; the exit code, 1 for a document with errors, is ignored */
function runRedocly(file: string): Promise<string> {
  const args = [cli, "lint", "--extends", "recommended", "--format", "json", file];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (_, stdout) => resolve(stdout));
  });
}
