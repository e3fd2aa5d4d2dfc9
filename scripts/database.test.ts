import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase, setEnvFromRunningApp, storeSiteUrl } from "./database.ts";

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-home-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(home, { recursive: true });
});

test.each(["", "postgresql://u:p@h/d"])(
  "refuses a DATA_DIR that is a file or below one, with DATABASE_URL=%s",
  async (url) => {
    const file = path.join(home, "file");
    fs.writeFileSync(file, "notes");
    vi.stubEnv("DATABASE_URL", url);
    for (const dataDir of [file, path.join(file, "below")]) {
      vi.stubEnv("DATA_DIR", dataDir);
      await expect(openDatabase()).rejects.toThrow(`DATA_DIR must be a folder: ${file} is a file.`);
    }
    expect(fs.readFileSync(file, "utf8")).toBe("notes");
  },
);

test("takes the site URL for links from the running app", async () => {
  const app = spawn(process.execPath, ["--eval", "setTimeout(() => undefined, 60_000)", "scripts/serve.ts"]);
  await once(app, "spawn");
  fs.mkdirSync(path.join(home, "postgres"));
  fs.writeFileSync(path.join(home, "owner.pid"), `${app.pid}`);
  fs.writeFileSync(path.join(home, "postgres", "postmaster.pid"), "1\n\n\n5432\n");
  vi.stubEnv("DATA_DIR", home);
  vi.stubEnv("DATABASE_URL", undefined);
  vi.stubEnv("SITE_URL", undefined);
  storeSiteUrl(home, "http://localhost:4401");
  setEnvFromRunningApp();
  app.kill();
  expect(process.env.SITE_URL).toBe("http://localhost:4401");
});
