// Runs the newest Postgres packaged by Debian, in the calling check's own folder.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { query } from "../../scripts/databases.fixture.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { addCleanUp, retryUntilDone } from "../run-check.ts";

const home = "/usr/lib/postgresql";

type DebianPostgres = { version: string; createDatabase: (name: string) => Promise<string> };

/** Starts Debian's Postgres until the check ends. @returns undefined if none is installed */
export async function startDebianPostgres(folder: string): Promise<DebianPostgres | undefined> {
  const bin = findNewestPrograms();
  if (bin === undefined) return undefined;
  const data = path.join(folder, "debian");
  fs.mkdirSync(data);
  const runAs = chooseUser(data);
  const init = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  execFileSync(path.join(bin, "initdb"), init, { ...runAs, stdio: "ignore" });
  const port = String(await findFreePort());
  const settings = ["-p", port, "-k", data, "-c", "listen_addresses=127.0.0.1"];
  const server = spawn(path.join(bin, "postgres"), ["-D", data, ...settings], { ...runAs, stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  await addCleanUp(async () => {
    server.kill("SIGINT");
    await ended;
  });
  const toUrl = (role: string, database: string) => `postgresql://${role}@127.0.0.1:${port}/${database}`;
  const admin = toUrl("postgres", "postgres");
  await retryUntilDone(() => query(admin, "CREATE ROLE encaje LOGIN"));
  const [row] = await query<{ version: string }>(admin, "SELECT current_setting('server_version') AS version");
  return {
    version: row?.version ?? "",
    createDatabase: async (name) => {
      await query(admin, `CREATE DATABASE ${name} OWNER encaje`);
      return toUrl("encaje", name);
    },
  };
}

/** Finds the folder with the programs of the newest Postgres packaged by Debian. */
export function findNewestPrograms(): string | undefined {
  const versions = fs.existsSync(home) ? fs.readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => path.join(home, version, "bin"));
  return folders.find((folder) => fs.existsSync(path.join(folder, "initdb")));
}

/** Chooses the user to run Postgres as: the user postgres instead of root, because Postgres refuses to run as root. */
function chooseUser(folder: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: folder };
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
  );
  fs.chownSync(folder, uid, gid);
  return { uid, gid, cwd: folder };
}
