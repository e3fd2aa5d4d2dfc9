// Runs Debian's PgBouncer in front of a Postgres on loopback.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "../../scripts/processes.ts";
import { type LaunchedProcess, launchProgram } from "../../tools/processes.ts";

export const poolModes = ["session", "transaction"] as const;
export type PoolMode = (typeof poolModes)[number];

export class PgBouncer {
  readonly port: number;
  readonly #folder: string;
  #running: LaunchedProcess | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  /**
   * Starts PgBouncer with the defaults of Debian's package, overridden by `settings`, for the role of `databaseUrl` and
   * every database of its Postgres.
   */
  static async start(mode: PoolMode, databaseUrl: string, settings: Record<string, string> = {}): Promise<PgBouncer> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-pgbouncer-"));
    // When started by root, PgBouncer runs as another user, who must be able to read the folder.
    fs.chmodSync(folder, 0o755);
    const { hostname, port, username, password } = new URL(databaseUrl);
    const bouncer = new PgBouncer(folder, await findFreePort());
    fs.writeFileSync(path.join(folder, "userlist.txt"), `"${username}" "${password}"\n`);
    const all = {
      listen_addr: "127.0.0.1",
      listen_port: bouncer.port,
      unix_socket_dir: "",
      auth_type: "md5",
      auth_file: path.join(folder, "userlist.txt"),
      pool_mode: mode,
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    const databases = ["[databases]", `* = host=${hostname} port=${port}`];
    fs.writeFileSync(path.join(folder, "pgbouncer.ini"), [...databases, "[pgbouncer]", ...lines, ""].join("\n"));
    await bouncer.launch();
    return bouncer;
  }

  /** Starts PgBouncer on the same port. Can also be called after `kill`. */
  async launch(): Promise<void> {
    const user = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
    const args = [...user, path.join(this.#folder, "pgbouncer.ini")];
    this.#running = launchProgram("/usr/sbin/pgbouncer", args, "process up", {});
    await this.#running.ready.catch((cause: Error) => {
      throw new Error(`PgBouncer did not start; on Debian: apt-get install pgbouncer. ${cause.message}`, { cause });
    });
  }

  /** Returns the URL of the same database through the pooler. */
  toPooledUrl(databaseUrl: string): string {
    return Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(this.port) }).href;
  }

  output(): string {
    return this.#running?.output() ?? "";
  }

  async kill(): Promise<void> {
    await this.#running?.stop("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#running?.stop("SIGTERM");
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}
