import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { compressibleBytesMin, isCompressible } from "../lib/http/coding.ts";
import { assetTypes, encodingSuffixes } from "../lib/http/front/asset-files.ts";
import { isOwnScriptRunning } from "./processes.ts";

const root = path.join(import.meta.dirname, "..");
/** Contains a file for each process that serves the build. It is in Next's cache, which a build does not delete. */
const servedFolder = path.join(root, ".next", "cache", "served");
const stampFile = path.join(root, ".next", "source-hash");
const sources = ["app", "components", "content", "lib", "messages", "public", "prisma/schema.prisma"];
const files = [
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "scripts/build.ts",
  "tsconfig.json",
];

/**
 * Builds the app if its source has changed. One build works for any site, because no variable is compiled into it. Does
 * nothing if there are no sources, for example in the image, which contains only a build.
 * @throws Error with the output of a failed build, or with the id of the process that serves the build to be replaced
 */
export function buildIfNeeded(): void {
  if (!fs.existsSync(path.join(root, "app"))) return;
  const hash = hashSources();
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, "utf8") === hash) return;
  console.log("Building …");
  build(hash);
}

/** Marks the build as served, so that no other process replaces it. Ignores a read-only folder, as in the image. */
export function markBuildServed(folder = servedFolder): void {
  const file = path.join(folder, String(process.pid));
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, "");
  } catch {
    return;
  }
  process.once("exit", () => fs.rmSync(file, { force: true }));
}

/** Refuses to replace the build. @throws Error while another process serves the build of this checkout */
export function refuseWhileServed(folder = servedFolder): void {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  // Remove the files of killed processes, because the system reuses process IDs.
  for (const name of names) if (!isOwnScriptRunning(Number(name))) fs.rmSync(path.join(folder, name), { force: true });
  const pid = names.map(Number).find((each) => each !== process.pid && isOwnScriptRunning(each));
  if (pid === undefined) return;
  throw new Error(
    `Process ${pid} serves the build that a new one would replace. End it first, or upgrade in a checkout of its own.`,
  );
}

/** Builds the app. @throws Error as `buildIfNeeded` does */
export function build(hash = hashSources()): void {
  refuseWhileServed();
  // Keep a cache of 150 MB where builds are repeated: by developers, tests and CI. A start builds once per version.
  if (import.meta.main) fs.mkdirSync(path.join(root, ".next", "cache", "turbopack"), { recursive: true });
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, "build"], { cwd: root, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}\n${stderr}`);
  const output = `${stdout}\n${stderr}`;
  // Fail on warnings if this file runs as a script, as in tests. If the app builds at its start, print them only.
  if (/^Warning: /m.test(output)) {
    if (import.meta.main) throw new Error(`The build has warnings:\n${output}`);
    console.warn(output);
  }
  const assets = path.join(root, ".next", "static");
  hintScripts(assets);
  copyAssetsToStandalone();
  compressAssets(assets);
  fs.writeFileSync(stampFile, hash);
}

/** Copies static files to the standalone output. Next omits them there, because a CDN may serve them. */
function copyAssetsToStandalone(): void {
  for (const folder of [path.join(".next", "static"), "public"]) {
    fs.cpSync(path.join(root, folder), path.join(root, ".next", "standalone", folder), { recursive: true });
  }
}

/**
 * Has Chrome compile a script's functions when the script loads, partly in another thread. Compiling each function at
 * its first call would block a form's page on a phone for about as long again.
 */
export function hintScripts(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (path.extname(name) !== ".js") continue;
    const file = path.join(folder, name);
    fs.writeFileSync(file, `//# allFunctionsCalledOnLoad\n${fs.readFileSync(file, "utf8")}`);
  }
}

/** Writes `name.br` and `name.gz` next to each compressible file that is not too small. */
export function compressAssets(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const [type = ""] = (assetTypes[path.extname(name)] ?? "").split(";", 1);
    if (!isCompressible(type)) continue;
    const file = path.join(folder, name);
    const body = fs.readFileSync(file);
    if (body.length < compressibleBytesMin) continue;
    const brotli = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length };
    fs.writeFileSync(file + encodingSuffixes.br, brotliCompressSync(body, { params: brotli }));
    fs.writeFileSync(file + encodingSuffixes.gzip, gzipSync(body, { level: 9 }));
  }
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of [...sources.flatMap(listFilesBelow), ...files]) {
    hash
      .update(file)
      .update("\0")
      .update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** A build contains no test, so a change of tests needs no new one. */
const isTest = (name: string) => /\.(test|fixture)\.tsx?$/.test(name);

function listFilesBelow(place: string): string[] {
  const full = path.join(root, place);
  if (!fs.existsSync(full)) return [];
  if (!fs.statSync(full).isDirectory()) return [place];
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

if (import.meta.main) (process.argv.includes("--if-needed") ? buildIfNeeded : build)();
