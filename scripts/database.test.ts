import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "./database.ts";

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-home-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(home, { recursive: true });
});

test.each(["", "postgresql://u:p@h/d"])(
  "a DATA_DIR that is a file, or lies below one, says so: DATABASE_URL=%s",
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
