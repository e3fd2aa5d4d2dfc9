// Runs deploy/encaje.service under systemd in a Debian container that uses this machine's network and Postgres.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listChildren } from "../../e2e/support/processes.ts";
import { createClient, evaluation, inquiry } from "../../e2e/support/test.ts";
import { writeArtefact } from "../../scripts/artefact.ts";
import { createEmptyDatabase, query } from "../../scripts/databases.fixture.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { type LaunchedProcess, launchProgram } from "../processes.ts";
import { addCleanUp, expectTrue, makeFolder } from "../run-check.ts";
import { setup } from "../test-database.ts";
import { createDebianSystem, measureSeconds, root, run, secrets, waitUntilReady } from "./deploy-tools.ts";

/** Limit for the exposure that systemd-analyze computes, out of 10. A unit without a sandbox has 9.2 or more. */
const exposureMax = 1.5;
const stopSecondsMax = 5;
const haltSecondsMax = 20;

export async function checkUnit(): Promise<void> {
  const system = path.join(await makeFolder("unit"), "system");
  createDebianSystem(system, "minbase", ["systemd", "systemd-sysv", "dbus", "passwd", "libstdc++6"]);
  await addCleanUp(await setup());
  const databaseUrl = await createEmptyDatabase();
  const port = String(await findFreePort());
  const artefact = path.join(root, ".next", "artefact");
  await writeArtefact(artefact);
  installService(system, artefact, { DATABASE_URL: databaseUrl, PORT: port, SITE_URL: "https://unit.example" });

  const machine = bootContainer(system);
  await addCleanUp(() => machine.stop("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  const isUp = await waitUntilReady(origin);
  const inside = createContainerRunner(machine);
  console.log(inside("journalctl", "--boot", "--unit=encaje", "--output=short-monotonic", "--no-pager"));
  expectTrue("the unit is ready after the machine's start", isUp);
  if (!isUp) return;

  checkSandbox(inside);
  await checkService(inside, origin, databaseUrl, path.join(system, "var/lib/encaje/mail"));

  const haltedAt = performance.now();
  const halted = machine.stop("SIGTERM").then(() => machine.ended);
  const end = await Promise.race([halted, sleep(haltSecondsMax * 1000, undefined, { ref: false })]);
  const details = `${((performance.now() - haltedAt) / 1000).toFixed(1)} s, ${machine.output().trim()}`;
  expectTrue(`the machine halts within ${haltSecondsMax} s`, end?.code === 0, details);
}

type Inside = (...command: string[]) => string;

/** Expects stored data to survive a stop and a kill of the service. Its mails are files in `mailFolder`. */
async function checkService(inside: Inside, origin: string, databaseUrl: string, mailFolder: string): Promise<void> {
  const client = createClient(origin);
  const listMails = () =>
    (fs.existsSync(mailFolder) ? fs.readdirSync(mailFolder) : []).filter((name) => name.endsWith(".eml"));
  const { status } = await client.post("/api/leads/evaluate", evaluation());
  expectTrue("  a submission is stored", status === 201, String(status));
  for (let tries = 0; tries < 100 && listMails().length < 2; tries++) await sleep(100);
  expectTrue("  its mails are in /var/lib/encaje", listMails().length === 2);
  const mails = listMails();
  const invited = inside("sh", "-c", `${commandLine} scripts/operator.ts create you@desk.example`);
  expectTrue("  its commands run", invited.includes("https://unit.example/admin/invitation/"));

  const seconds = measureSeconds(() => inside("systemctl", "stop", "encaje"));
  const shown = inside("systemctl", "show", "encaje", "--property=Result,ExecMainStatus,ActiveState").split("\n");
  const isClean = ["Result=success", "ExecMainStatus=0", "ActiveState=inactive"].every((line) => shown.includes(line));
  const claim = `  it ends in order within ${stopSecondsMax} s`;
  expectTrue(claim, isClean && seconds < stopSecondsMax, `${seconds.toFixed(2)} s, ${shown.join(", ")}`);
  inside("systemctl", "start", "encaje");
  expectTrue("  it is ready again", await waitUntilReady(origin));
  inside("systemctl", "kill", "--kill-whom=main", "--signal=SIGKILL", "encaje");
  const killedAt = performance.now();
  while (await fetch(`${origin}/api/healthz`).then(Boolean, () => false)) await sleep(20);
  const isBack = await waitUntilReady(origin);
  expectTrue("  killed, it is started again", isBack, `${((performance.now() - killedAt) / 1000).toFixed(1)} s`);
  const later = await client.post("/api/leads/contact", inquiry());
  const rows = await query<{ kind: string }>(databaseUrl, "SELECT kind FROM submissions");
  const isKept = mails.every((name) => listMails().includes(name));
  expectTrue("  what was stored is still there", later.status === 201 && rows.length === 2 && isKept);
}

/** Command line in docs/run.md for the service's scripts. */
const commandLine = [
  "systemd-run --quiet --pipe --wait --uid=encaje --working-directory=/opt/encaje",
  "--property=EnvironmentFile=/etc/encaje.env --setenv=DATA_DIR=/var/lib/encaje",
  "/opt/encaje/bin/node --import=/opt/encaje/scripts/allow-server-only.mjs",
].join(" ");

function installService(system: string, artefact: string, settings: Record<string, string>): void {
  const copy = (from: string, to: string) =>
    fs.cpSync(from, path.join(system, to), { recursive: true, verbatimSymlinks: true });
  copy(artefact, "opt/encaje");
  copy(fs.realpathSync(process.execPath), "opt/encaje/bin/node");
  copy(path.join(root, "deploy", "encaje.service"), "etc/systemd/system/encaje.service");
  const lines = Object.entries({ AUTH_SECRET: secrets.AUTH_SECRET, ...settings }).map(
    ([key, value]) => `${key}=${value}`,
  );
  fs.writeFileSync(path.join(system, "etc", "encaje.env"), `${lines.join("\n")}\n`, { mode: 0o600 });
  run("chroot", [system, "useradd", "--system", "--no-create-home", "encaje"]);
  run("chroot", [system, "systemctl", "enable", "encaje"]);
}

function bootContainer(system: string): LaunchedProcess {
  const ownNothing = ["--register=no", "--keep-unit", "--console=pipe"];
  const args = ["--boot", "--quiet", `--directory=${system}`, `--machine=encaje-${process.pid}`, ...ownNothing];
  return launchProgram("systemd-nspawn", args, "", {});
}

/** Returns a function that runs a program in the container and returns its output. */
function createContainerRunner({ pid }: LaunchedProcess): Inside {
  const [leader] = listChildren(pid);
  const namespaces = ["--mount", "--pid", "--uts", "--ipc", "--cgroup", "--root", "--wd"];
  return (...command) => run("nsenter", [`--target=${leader?.pid}`, ...namespaces, ...command]);
}

function checkSandbox(inside: Inside): void {
  const rating = inside("systemd-analyze", "security", "encaje", "--no-pager");
  const exposure = Number(/exposure level for encaje\.service: ([\d.]+)/.exec(rating)?.[1]);
  expectTrue(`  exposed to at most ${exposureMax} of 10`, exposure <= exposureMax, String(exposure));
  const main = inside("systemctl", "show", "encaje", "--property=MainPID", "--value");
  const status = inside("cat", `/proc/${main}/status`);
  const isBound = [/^NoNewPrivs:\s1$/m, /^Seccomp:\s2$/m, /^CapEff:\s0+$/m, /^CapBnd:\s0+$/m];
  expectTrue(
    "  without capabilities, and with a filter of system calls",
    isBound.every((line) => line.test(status)),
  );
  const uid = inside("id", "--user", "encaje");
  expectTrue("  as its own user", new RegExp(`^Uid:\\s${uid}\\s${uid}\\s`, "m").test(status), uid);
  // Not even root can write in the service's mount namespace.
  const write = 'for at in /opt/encaje /etc /usr /home; do touch "$at/x" 2>/dev/null && echo "$at"; done; echo none';
  const written = inside("nsenter", `--target=${main}`, "--mount", "sh", "-c", write);
  expectTrue("  its files are read-only", written === "none", written);
}
