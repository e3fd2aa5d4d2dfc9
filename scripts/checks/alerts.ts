// `npm run check:alerts`: promtool tests deploy/alerts.yml on given figures; then Prometheus watches the running app, and each
// alert fires on a fault that is provoked, and resolves once it is mended. Times of the rules are a twentieth there.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildIfNeeded } from "../build.ts";
import { freePort, launchProgram } from "../processes.ts";
import { atEnd, makeFolder, runCheck } from "../run-check.ts";
import { faults } from "./alert-faults.ts";
import { AlertStage } from "./alert-stage.ts";
import { requirePrograms } from "./haproxy.ts";

const cwd = path.join(import.meta.dirname, "..", "..", "deploy");
const shorter = 20;
const scrapeSeconds = 2;
const quietSeconds = 30;
const secondsMax = 120;

const promtool = (...args: string[]) => spawnSync("promtool", args, { cwd, stdio: "inherit" }).status === 0;

type Prometheus = { listFiring: () => Promise<string[]> };

async function startPrometheus(rules: string, metricsPort: number): Promise<Prometheus> {
  const folder = await makeFolder("prometheus");
  fs.writeFileSync(path.join(folder, "alerts.yml"), rules);
  const config = {
    global: { scrape_interval: `${scrapeSeconds}s`, scrape_timeout: `${scrapeSeconds}s`, evaluation_interval: "1s" },
    rule_files: ["alerts.yml"],
    scrape_configs: [{ job_name: "encaje", static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
  };
  // JSON is YAML.
  fs.writeFileSync(path.join(folder, "prometheus.yml"), JSON.stringify(config));
  const port = await freePort();
  const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const listen = `--web.listen-address=127.0.0.1:${port}`;
  const prometheus = launchProgram("prometheus", [...args, listen], "Server is ready to receive web requests", {});
  await atEnd(() => prometheus.stop("SIGKILL"));
  await prometheus.ready;
  const listFiring = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
  };
  return { listFiring };
}

/** Waits until each of the alerts fires, or none of them. @returns the time of each that came so far */
async function waitFor(alerts: string[], isFiring: boolean, { listFiring }: Prometheus): Promise<Map<string, Date>> {
  const times = new Map<string, Date>();
  for (const until = Date.now() + secondsMax * 1_000; times.size < alerts.length && Date.now() < until; ) {
    const firing = await listFiring();
    for (const alert of alerts)
      if (firing.includes(alert) === isFiring && !times.has(alert)) times.set(alert, new Date());
    await sleep(250);
  }
  return times;
}

const clock = (time: Date | undefined) => time?.toISOString().slice(11, 19) ?? "NEVER   ";

async function run(): Promise<boolean> {
  if (!promtool("check", "rules", "alerts.yml") || !promtool("test", "rules", "alerts.test.yml")) return false;
  const rules = fs.readFileSync(path.join(cwd, "alerts.yml"), "utf8");
  const stage = await AlertStage.start();
  const short = rules.replace(/(for: |\[)(\d+)m/g, (_, before, minutes) => `${before}${(minutes * 60) / shorter}s`);
  const prometheus = await startPrometheus(short, stage.metricsPort);
  await sleep(quietSeconds * 1_000);
  const early = await prometheus.listFiring();
  console.log(`\nWithout a fault, for ${quietSeconds} s: ${early.length ? early : "nothing fires"}\n`);
  let isPassed = early.length === 0;
  console.log("provoked  fired     mended    resolved  alert, fault");
  for (const { title, alerts, provoke } of faults) {
    const provokedAt = new Date();
    const mend = await provoke(stage);
    const fired = await waitFor(alerts, true, prometheus);
    const mendedAt = new Date();
    await mend();
    const resolved = await waitFor(alerts, false, prometheus);
    for (const alert of alerts) {
      const times = [provokedAt, fired.get(alert), mendedAt, resolved.get(alert)].map(clock);
      console.log(`${times.join("  ")}  ${alert}: ${title}`);
      isPassed &&= fired.has(alert) && resolved.has(alert);
    }
  }
  return isPassed;
}

const hint = "on Debian, apt-get install prometheus redis-server.";
requirePrograms({ promtool: ["--version"], prometheus: ["--version"], "redis-server": ["--version"] }, hint);
buildIfNeeded();
await runCheck(run, { minutes: 20 });
