// `npm run check -- release`: unpacks and starts the archive of `npm run artefact -- --complete` in an empty folder.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { requestExamples } from "../../lib/contract/examples.ts";
import { packCompleteArtefact } from "../../scripts/artefact.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { launchProgram } from "../processes.ts";
import { addCleanUp, makeFolder, runCheck } from "../run-check.ts";

await runCheck(
  async () => {
    const folder = await makeFolder("release");
    const archive = await packCompleteArtefact(path.join(folder, "packed"));
    console.log(`${path.basename(archive)}: ${Math.round(fs.statSync(archive).size / 1e6)} MB`);
    const unpacked = path.join(folder, "unpacked");
    fs.mkdirSync(unpacked);
    const startedAt = performance.now();
    execFileSync("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1"]);
    const port = String(await findFreePort());
    const env = { NODE_ENV: "production" as const, PATH: "/usr/bin:/bin", PORT: port };
    const app = launchProgram(path.join(unpacked, "encaje"), [], " is ready at ", env);
    await addCleanUp(() => app.stop());
    await app.ready;
    console.log(`unpacked and ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    const { status } = await fetch(`http://127.0.0.1:${port}/api/leads/evaluate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(requestExamples.submitEvaluation.review.value),
    });
    // A relative file name refers to the folder of the caller.
    execFileSync(path.join(unpacked, "encaje"), ["backup", "backup.tar.gz"], { cwd: folder, env });
    const isWritten = fs.existsSync(path.join(folder, "backup.tar.gz"));
    await app.stop();
    const { code } = await app.ended;
    console.log(`evaluation: ${status}, exit code: ${code}, backup: ${isWritten}`);
    return status === 201 && code === 0 && isWritten;
  },
  { minutes: 15 },
);
