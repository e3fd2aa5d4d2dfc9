// Builds the floor, an empty Next app to compare the app with.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const root = path.join(folder, "..", "..", "..");
const stampFile = path.join(folder, ".next", "source-hash");

/** Builds the floor if its source has changed since the last build. @throws Error with the output of a failed build */
export function buildFloorIfNeeded(): void {
  const hash = hashSources();
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === hash) return;
  console.log("Building the floor …");
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, "build"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build of the floor failed:\n${stdout}\n${stderr}`);
  fs.writeFileSync(stampFile, hash);
}

function hashSources(): string {
  const outside = ["next.config.mjs", "package-lock.json"].map((file) => path.join(root, file));
  const routes = fs
    .readdirSync(path.join(folder, "app"), { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, "app", file));
  const hash = createHash("sha256");
  for (const file of [...outside, path.join(folder, "next.config.mjs"), ...routes.sort()]) {
    if (fs.statSync(file).isFile()) hash.update(fs.readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
