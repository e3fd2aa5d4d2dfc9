// `npm run check -- browser-suite`: runs all browser tests in full size, also those marked @nightly.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { runCheck } from "../run-check.ts";

const root = path.join(import.meta.dirname, "..", "..");

function run(args: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production", ...env } } as const;
  return spawnSync(process.execPath, args, options).status === 0;
}

await runCheck(async () => {
  const playwright = path.join("node_modules", "@playwright", "test", "cli.js");
  const config = path.join("e2e", "playwright.config.ts");
  return (
    run([path.join("scripts", "build.ts"), "--if-needed"]) &&
    run([playwright, "test", "--config", config, ...process.argv.slice(2)], { NIGHTLY: "1" })
  );
});
