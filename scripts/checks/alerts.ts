// `npm run check:alerts`: Prometheus reads deploy/alerts.yml, and each alert fires on its fault alone.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { runCheck } from "../run-check.ts";

const cwd = path.join(import.meta.dirname, "..", "..", "deploy");

const promtool = (...args: string[]) => {
  const { error, status } = spawnSync("promtool", args, { cwd, stdio: "inherit" });
  if (error) throw new Error("promtool is missing: apt-get install prometheus");
  return status === 0;
};

await runCheck(async () => promtool("check", "rules", "alerts.yml") && promtool("test", "rules", "alerts.test.yml"), {
  minutes: 1,
});
