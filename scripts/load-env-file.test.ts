import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

test("reads values of .env as they are, also after Next has read the file", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-env-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, ".env"), "DATABASE_URL=postgresql://encaje:pa$word1@db/encaje\n");
  fs.mkdirSync(path.join(folder, "scripts"));
  fs.copyFileSync(path.join(import.meta.dirname, "load-env-file.ts"), path.join(folder, "scripts", "load-env-file.ts"));
  const next = JSON.stringify(import.meta.resolve("@next/env"));
  const code = `
    await import("./scripts/load-env-file.ts");
    const { default: { loadEnvConfig } } = await import(${next});
    loadEnvConfig(process.cwd(), false, console);
    process.stdout.write(process.env.DATABASE_URL);`;
  const options = { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH, NODE_ENV: "production" } } as const;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], options);
  expect(stdout).toBe("postgresql://encaje:pa$word1@db/encaje");
});
