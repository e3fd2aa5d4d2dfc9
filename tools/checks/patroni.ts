// Runs a cluster of three Postgres nodes under Patroni with etcd and haproxy on loopback, as docs/run.md describes it.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { queryAt } from "../../e2e/support/processes.ts";
import { chooseRunAs, toCommand } from "../../scripts/postgres-programs.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { addCleanUp, makeFolder, retryUntilDone } from "../run-check.ts";
import { findNewestPrograms } from "./debian-postgres.ts";
import { startHaproxy } from "./haproxy.ts";

const nodeCount = 3;
const password = "of-this-check";

/** Replication settings from docs/run.md. */
const replication = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  // A commit is acknowledged only once it is on two nodes. Without a second node, commits wait.
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // Replace a dead primary instead of restarting it.
  primary_start_timeout: 0,
};

type Node = { name: string; port: number; restPort: number; folder: string; patroni?: ChildProcess };

const Members = z.object({ members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })) });
type Member = z.infer<typeof Members>["members"][number];

export class PatroniCluster {
  readonly #nodes: Node[] = [];
  #proxyPort = 0;

  static async start(): Promise<PatroniCluster> {
    const cluster = new PatroniCluster();
    const folder = await makeFolder("patroni");
    const etcdPort = await startEtcd(folder);
    for (let at = 0; at < nodeCount; at++) {
      const name = `node${at}`;
      const node: Node = {
        name,
        port: await findFreePort(),
        restPort: await findFreePort(),
        folder: path.join(folder, name),
      };
      fs.mkdirSync(node.folder);
      fs.writeFileSync(configFile(node), JSON.stringify(toConfig(node, etcdPort), null, 2));
      await addCleanUp(() => stopNode(node));
      cluster.#nodes.push(node);
      await startPatroni(node);
    }
    await cluster.waitUntilComplete();
    await cluster.#startProxy();
    return cluster;
  }

  get url(): string {
    return `postgresql://postgres:${password}@127.0.0.1:${this.#proxyPort}/postgres`;
  }

  /** Lists the cluster's members as the first responding node reports them. */
  async #listMembers(): Promise<Member[]> {
    for (const { restPort } of this.#nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) }).then(
        (response) => response.json(),
        () => undefined,
      );
      const parsed = Members.safeParse(answer);
      if (parsed.success) return parsed.data.members;
    }
    return [];
  }

  async findLeader(): Promise<string | undefined> {
    const leader = (await this.#listMembers()).find(({ role }) => role === "leader");
    return leader?.name;
  }

  /** Waits until a leader, a synchronous standby and a third node are running. */
  async waitUntilComplete(): Promise<void> {
    const isWhole = async () => {
      const members = await this.#listMembers();
      const roles = members.filter(({ state }) => /^(running|streaming)$/.test(state)).map(({ role }) => role);
      return roles.length === nodeCount && roles.includes("leader") && roles.includes("sync_standby");
    };
    while (!(await isWhole())) await sleep(250);
  }

  /** Kills the leader's Postgres or Patroni with SIGKILL. @returns the leader's name */
  async kill(victim: "postgres" | "patroni"): Promise<string> {
    const name = await this.findLeader();
    const node = this.#nodes.find((each) => each.name === name);
    const pid = node && (victim === "patroni" ? node.patroni?.pid : readPostmasterPid(node));
    if (name === undefined || pid === undefined) throw new Error("There is no leader to kill.");
    process.kill(pid, "SIGKILL");
    return name;
  }

  async waitForOtherLeader(former: string): Promise<void> {
    for (let leader: string | undefined; leader === undefined || leader === former; ) {
      await sleep(250);
      leader = await this.findLeader();
    }
  }

  /** Restarts the node's Patroni, like systemd would. Does nothing if Patroni is running. */
  async restartPatroni(name: string): Promise<void> {
    const node = this.#nodes.find((each) => each.name === name);
    if (node && (node.patroni?.exitCode !== null || node.patroni.signalCode !== null)) await startPatroni(node);
  }

  async #startProxy(): Promise<void> {
    this.#proxyPort = await findFreePort();
    const servers = this.#nodes.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
    );
    await startHaproxy([
      "defaults",
      "  mode tcp",
      "  timeout connect 2s",
      "  timeout client 30m",
      "  timeout server 30m",
      "  timeout check 2s",
      `listen postgres\n  bind 127.0.0.1:${this.#proxyPort}`,
      "  option httpchk GET /primary",
      "  http-check expect status 200",
      // End sessions with a former primary, because it may still accept writes that will be lost.
      "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
      ...servers,
    ]);
    await retryUntilDone(() => queryAt(this.url, "SELECT 1"));
  }
}

async function startEtcd(folder: string): Promise<number> {
  const [port, peerPort] = [await findFreePort(), await findFreePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const addresses = ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer];
  const cluster = ["--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`];
  const args = ["--data-dir", path.join(folder, "etcd"), ...addresses, ...cluster];
  const child = spawn("etcd", args, { stdio: "ignore" });
  await addCleanUp(async () => child.kill("SIGKILL"));
  return port;
}

const configFile = ({ folder }: Node) => path.join(folder, "patroni.json");

/** Builds Patroni's configuration. Patroni reads YAML, and JSON is valid YAML. */
function toConfig({ name, port, restPort, folder }: Node, etcdPort: number): object {
  const [address, rest] = [`127.0.0.1:${port}`, `127.0.0.1:${restPort}`];
  return {
    scope: "encaje",
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...replication, postgresql: { use_pg_rewind: true, parameters: { max_connections: 120 } } },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: path.join(folder, "data"),
      bin_dir: findNewestPrograms(),
      pgpass: path.join(folder, "pgpass"),
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
        "local all all trust",
      ],
      authentication: {
        superuser: { username: "postgres", password },
        replication: { username: "replicator", password },
        rewind: { username: "rewind", password },
      },
    },
  };
}

async function startPatroni(node: Node): Promise<void> {
  const runAs = await chooseRunAs(path.join(node.folder, "data"));
  const log = fs.openSync(path.join(node.folder, "log"), "a");
  const { PATH, NODE_ENV } = process.env;
  node.patroni = spawn(...toCommand(runAs, "patroni", [configFile(node)]), {
    cwd: node.folder,
    env: { PATH, NODE_ENV, HOME: node.folder },
    stdio: ["ignore", log, log],
    uid: runAs.uid,
    gid: runAs.gid,
  });
  fs.closeSync(log);
}

function readPostmasterPid({ folder }: Node): number | undefined {
  const file = path.join(folder, "data", "postmaster.pid");
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

/** Stops a node's Patroni, and its Postgres, which outlives Patroni. */
async function stopNode(node: Node): Promise<void> {
  node.patroni?.kill("SIGKILL");
  const pid = readPostmasterPid(node);
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGQUIT");
    // Wait until Postgres has ended, because the check deletes its files afterwards.
    while (process.kill(pid, 0)) await sleep(50);
  } catch {
    // Postgres has already ended.
  }
}
