// `npm run check -- release`: starts the archive of `npm run artefact -- --complete` in an empty folder, without npm.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { requestExamples } from "../../lib/contract/examples.ts";
import { packComplete } from "../../scripts/artefact.ts";
import { freePort } from "../../scripts/processes.ts";
import { atEnd, makeFolder, runCheck } from "../run-check.ts";

await runCheck(
  async () => {
    const folder = await makeFolder("release");
    const archive = await packComplete(path.join(folder, "packed"));
    console.log(`${path.basename(archive)}: ${Math.round(fs.statSync(archive).size / 1e6)} MB`);
    fs.mkdirSync(path.join(folder, "unpacked"));
    const startedAt = performance.now();
    execFileSync("tar", ["-xzf", archive, "-C", path.join(folder, "unpacked"), "--strip-components=1"]);
    const url = `http://127.0.0.1:${await freePort()}`;
    const app = spawn(path.join(folder, "unpacked", "encaje"), [], {
      env: { PATH: "/usr/bin:/bin", PORT: new URL(url).port, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = once(app, "exit");
    await atEnd(() => app.kill());
    while (!(await fetch(`${url}/api/readyz`).catch(() => undefined))?.ok) {
      if (app.exitCode !== null) return false;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    console.log(`unpacked and ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    const { status } = await fetch(`${url}/api/leads/evaluate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(requestExamples.submitEvaluation.review.value),
    });
    app.kill();
    const [code] = await ended;
    console.log(`evaluation: ${status}, exit code: ${code}`);
    return status === 201 && code === 0;
  },
  { minutes: 15 },
);
