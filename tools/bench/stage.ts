// Provides a temporary folder, a Postgres and servers for one run of the benchmark.
import fs from "node:fs";
import path from "node:path";
import { EmbeddedPostgres } from "../../scripts/embedded-postgres.ts";
import { withConnection } from "../../scripts/migration-lock.ts";
import { nodeFlags } from "../../scripts/node-flags.mjs";
import { type App, launchProgram, startApp, startServer } from "../processes.ts";
import { makeFolder, stopAtEnd } from "../run-check.ts";

export class Stage {
  readonly postgresPid: number;
  readonly #folder: string;
  readonly #postgres: EmbeddedPostgres;

  private constructor(folder: string, postgres: EmbeddedPostgres) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.postgresPid = Number.parseInt(fs.readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8"), 10);
  }

  static async open(): Promise<Stage> {
    const folder = await makeFolder("bench");
    const postgres = await stopAtEnd(EmbeddedPostgres.start({ dataDir: folder, onMessage: console.log }));
    return new Stage(folder, postgres);
  }

  /**
   * Creates a database with fifty catalog entries and returns its URL. Stores them in a separate process, because a
   * process reads DATABASE_URL only once, and with the code of the checkout in `folder`, whose columns may differ.
   */
  async createCatalog(name: string, folder?: string): Promise<string> {
    const { url: ownUrl, adminUrl } = this.#postgres;
    await withConnection(adminUrl, (client) =>
      client.query(`CREATE DATABASE ${name} OWNER ${new URL(ownUrl).username}`),
    );
    const url = ownUrl.replace(/[^/]*$/, name);
    // Older checkouts must have these names, too.
    const code = `
      import { migrate } from "./scripts/migrate.ts";
      import { fiftyEntries, storeEntries } from "./tools/bench/entries.ts";
      await migrate(process.env.DATABASE_URL);
      await storeEntries(process.env.DATABASE_URL, fiftyEntries());
      process.exit();`;
    const args = [...nodeFlags, "--input-type=module", "--eval", code];
    const filling = launchProgram(process.execPath, args, "", { DATABASE_URL: url }, { folder });
    if ((await filling.ended).code !== 0) throw new Error(`The catalog could not be stored:\n${filling.output()}`);
    // Run these now, so that neither disturbs the measurement.
    await withConnection(adminUrl.replace(/[^/]*$/, name), async (client) => {
      await client.query("VACUUM ANALYZE");
      await client.query("CHECKPOINT");
    });
    return url;
  }

  /** Starts the built app of this checkout, or of the checkout in `folder`. */
  startApp(name: string, databaseUrl: string, folder?: string): Promise<App> {
    const limits = { RATE_LIMIT_IP_MAX: "1000000000", RATE_LIMIT_AGENT_MAX: "1000000000" };
    // Set these although they are defaults, so that an .env file cannot change the log level or set a Redis.
    const others = { UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: "", LOG_LEVEL: "info" };
    const env = { DATABASE_URL: databaseUrl, ...limits, ...others };
    return stopAtEnd(startApp(env, { logFile: this.#logFile(name), folder }));
  }

  startLimit(name: string, env: Record<string, string>): Promise<App> {
    return stopAtEnd(startServer("tools/bench/limit.ts", env, { logFile: this.#logFile(name) }));
  }

  #logFile(name: string): string {
    return path.join(this.#folder, `${name}.log`);
  }

  /** Lists the last three errors in each server's log, truncated. */
  listLoggedErrors(): string[] {
    const files = fs.readdirSync(this.#folder).filter((file) => file.endsWith(".log"));
    return files.flatMap((file) => {
      const lines = fs.readFileSync(path.join(this.#folder, file), "utf8").split("\n");
      const errors = lines.filter((line) => /"level":[56]0|Error/.test(line));
      return errors.slice(-3).map((line) => line.slice(0, 240));
    });
  }
}
