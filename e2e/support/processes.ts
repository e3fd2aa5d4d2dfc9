import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test as base } from "@playwright/test";
import { findFreePort } from "../../scripts/processes.ts";
import { type App, launchScript, type LaunchedProcess as Program } from "../../tools/processes.ts";
import { startBuiltApp } from "./built-app.ts";
import { type Client, createClient, evaluation, inquiry, queryAt, readId } from "./test.ts";

export type Launched = Program & {
  /** Origin of the service, without a trailing slash. */
  url: string;
};

/** Starts the service like `npm start` after installation, on a free loopback port, in its own process group. */
export async function launchService(dataDir: string, env: Record<string, string> = {}): Promise<Launched> {
  const PORT = env.PORT ?? String(await findFreePort());
  const settings = { DATA_DIR: dataDir, ...env, PORT };
  return { url: `http://127.0.0.1:${PORT}`, ...launchScript("serve.ts", [], settings, { isDetached: true }) };
}

type Process = { pid: number; parent: number; title: string };

function readProc(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function listAllProcesses(): Process[] {
  const pids = fs.readdirSync("/proc").map(Number).filter(Boolean);
  return pids.flatMap((pid) => {
    // Skip to the last parenthesis: the second field is a name in parentheses that may contain parentheses.
    const [state, parent] = readProc(pid, "stat")
      .replace(/^.*\) /s, "")
      .split(" ");
    if (!parent || state === "Z") return [];
    return [{ pid, parent: Number(parent), title: readProc(pid, "cmdline").replaceAll("\0", " ").trim() }];
  });
}

function readWorkingFolder(pid: number): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return "";
  }
}

export function listChildren(parent: number): Process[] {
  return listAllProcesses().filter((process) => process.parent === parent);
}

/** Lists all processes of a data folder: the launcher, the app, Postgres and its children. */
export function listProcesses(dataDir: string): Process[] {
  return listAllProcesses().filter(
    ({ pid, title }) =>
      title.includes(dataDir) ||
      readWorkingFolder(pid).startsWith(dataDir) ||
      readProc(pid, "environ").includes(`DATA_DIR=${dataDir}`),
  );
}

/** Lists the processes of the Postgres in a data folder: the postmaster first, then its children. */
export function listPostgres(dataDir: string): Process[] {
  const postmaster = Number(fs.readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  return [{ pid: postmaster, parent: 0, title: "postmaster" }, ...listChildren(postmaster)];
}

export function readDatabaseUrl(dataDir: string): string {
  const password = fs.readFileSync(path.join(dataDir, "postgres-password"), "utf8").trim();
  const port = fs.readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  return `postgresql://encaje:${password}@127.0.0.1:${port}/encaje`;
}

export function sendSignal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

export { queryAt };

type Acknowledged = { kind: "evaluation" | "inquiry"; id: number; sentAt: number; answeredAt: number };

/** Concurrent callers that submit until they are stopped, half of them evaluations, half of them inquiries. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  /** Responses other than 201, and requests without a response, each with its time. */
  readonly failures: { what: string; at: number }[] = [];
  readonly #callers: Promise<void>[];
  #isStopping = false;

  constructor(url: string, callers: number) {
    const client = createClient(url);
    this.#callers = Array.from({ length: callers }, (_, at) => this.#keepSubmitting(client, at % 2 === 0));
  }

  async #keepSubmitting(client: Client, isEvaluation: boolean): Promise<void> {
    while (!this.#isStopping) {
      const sentAt = performance.now();
      const what = await (isEvaluation
        ? client.post("/api/leads/evaluate", evaluation())
        : client.post("/api/leads/contact", inquiry())
      ).then(
        ({ status, json }) => {
          if (status !== 201) return String(status);
          const id = readId(json);
          const kind = isEvaluation ? "evaluation" : "inquiry";
          this.acknowledged.push({ kind, id, sentAt, answeredAt: performance.now() });
          return undefined;
        },
        () => "no answer",
      );
      if (what === undefined) continue;
      this.failures.push({ what, at: performance.now() });
      // Pause, because refused connections fail at once and the callers would starve the service.
      await sleep(20);
    }
  }

  /** Lists the different kinds of failure so far: statuses other than 201, and "no answer". */
  listFailureKinds(): string[] {
    return [...new Set(this.failures.map(({ what }) => what))].sort();
  }

  /** Returns the milliseconds from `since` to the first 201 for a request sent after the first failure. */
  measureRecovery(since: number): number | undefined {
    const outage = this.failures.find(({ at }) => at > since);
    const first = outage && this.acknowledged.find(({ sentAt }) => sentAt > outage.at);
    return first && first.answeredAt - since;
  }

  /** Counts acknowledged submissions, and lists those missing in the database at `url`. */
  async compare(url: string): Promise<{ acknowledged: number; missing: string[] }> {
    const until = [...this.acknowledged];
    const stored = await queryAt<{ row: string }>(url, "SELECT kind || ' ' || id AS row FROM submissions");
    const rows = new Set(stored.map(({ row }) => row));
    const missing = until.map(({ kind, id }) => `${kind} ${id}`).filter((row) => !rows.has(row));
    return { acknowledged: until.length, missing };
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#callers);
  }
}

type OwnService = {
  /**
   * A data folder that does not exist yet, as on a fresh clone. Processes that still use the folder when the test ends
   * are killed.
   */
  dataDir: string;
  /** Starts an app that stops when the test ends. */
  startOwn: (env: Record<string, string>) => Promise<App>;
};

export const test = base.extend<OwnService>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function wants from this pattern
  dataDir: async ({}, use) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-own-"));
    await use(path.join(home, "data of the service"));
    for (let left = listProcesses(home); left.length; left = listProcesses(home)) {
      sendSignal(
        left.map(({ pid }) => pid),
        "SIGKILL",
      );
    }
    fs.rmSync(home, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  startOwn: async ({}, use) => {
    const apps: App[] = [];
    await use(async (env) => {
      const app = await startBuiltApp(env);
      apps.push(app);
      return app;
    });
    await Promise.all(apps.map((app) => app.stop()));
  },
});

/**
 * Runs the tests of a file in order in one worker, so that those with the same settings share one app. Each test must
 * leave the app as it found it.
 */
export function shareApps(): (env: Record<string, string>) => Promise<App> {
  test.describe.configure({ mode: "default" });
  const apps = new Map<string, Promise<App>>();
  test.afterAll(async () => {
    for (const app of apps.values()) await (await app).stop();
    apps.clear();
  });
  return (env) => {
    const key = JSON.stringify(env);
    const app = apps.get(key) ?? startBuiltApp(env);
    apps.set(key, app);
    return app;
  };
}
