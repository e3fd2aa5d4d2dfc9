// Runs Debian's haproxy for checks.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../scripts/processes.ts";
import { addCleanUp, makeFolder } from "../run-check.ts";

/** Ends the process if a program is missing. `hint` explains how to install it. */
export function requirePrograms(programs: Record<string, string[]>, hint: string): void {
  for (const [program, args] of Object.entries(programs)) {
    if (spawnSync(program, args).status === 0) continue;
    console.error(`${program} is not installed: ${hint}`);
    process.exit(1);
  }
}

/** Runs haproxy until the check ends. `sections` are the sections of haproxy.cfg. */
export async function startHaproxy(sections: string[]): Promise<void> {
  const file = path.join(await makeFolder("haproxy"), "haproxy.cfg");
  fs.writeFileSync(file, `${sections.join("\n")}\n`);
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  await addCleanUp(async () => child.kill());
}

type AppProxy = { port: number; waitUntilUp: () => Promise<void> };

/** Starts a proxy that checks the readiness of each app instance and never retries requests. */
export async function startAppProxy(instancePorts: number[]): Promise<AppProxy> {
  const [port, statsPort] = [await findFreePort(), await findFreePort()];
  const servers = instancePorts.map((each, at) => `  server app${at} 127.0.0.1:${each} check inter 500ms`);
  await startHaproxy([
    "defaults",
    "  mode http",
    "  retries 0",
    "  timeout connect 5s",
    "  timeout client 30s",
    "  timeout server 30s",
    // Accept slow responses to health checks.
    "  timeout check 5s",
    `frontend site\n  bind 127.0.0.1:${port}\n  default_backend app`,
    `frontend stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /`,
    "backend app",
    "  balance roundrobin",
    "  option forwardfor",
    "  option httpchk GET /api/readyz",
    "  http-check expect status 200",
    ...servers,
  ]);
  const isUp = async () => {
    const table = await fetch(`http://127.0.0.1:${statsPort}/;csv`).then(
      (answer) => answer.text(),
      () => "",
    );
    return table.split("\n").filter((line) => /^app,app\d,.*,UP,/.test(line)).length === instancePorts.length;
  };
  const waitUntilUp = async () => {
    while (!(await isUp())) await sleep(100);
  };
  return { port, waitUntilUp };
}
