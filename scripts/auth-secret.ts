// The secret of the operators' sessions, made on first use and kept beside the embedded Postgres.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const fileName = "auth-secret";

export function readAuthSecret(dataDir: string): string {
  const file = path.join(dataDir, fileName);
  try {
    // `wx`: of two that start at once, one makes it.
    fs.writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return fs.readFileSync(file, "utf8").trim();
}
