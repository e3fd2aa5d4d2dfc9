// `npm run check -- many-rows`: exports and erases people with more rows than a statement may have parameters.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { runCheck } from "../run-check.ts";

await runCheck(async () => {
  const args = ["run", "--project", "db", path.join("lib", "server", "people", "erase-person-many")];
  const root = path.join(import.meta.dirname, "..", "..");
  const { status } = spawnSync(process.execPath, [path.join(root, "node_modules", "vitest", "vitest.mjs"), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", MANY_ROWS: "1" },
  });
  return status === 0;
});
