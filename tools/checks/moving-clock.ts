// `npm run check -- moving-clock`: changes the clock of the app, its Postgres and its workers many times while mails
// are sent, and reports how long after the last change the last mail arrived. Needs Debian's package `faketime`.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MailServer } from "../../e2e/support/mail-server.ts";
import { queryAt, readDatabaseUrl } from "../../e2e/support/processes.ts";
import { createClient, inquiry, randomEmail } from "../../e2e/support/test.ts";
import type { Running } from "../processes.ts";
import { atEnd, endAll, runCheck } from "../run-check.ts";
import { MailStage } from "./mail-stage.ts";

/** Offsets from the true time, in seconds: jumps of hours ahead and back, and the true time at the end. */
const jumpsSeconds = [10_800, 3_600, 21_600, 0, 14_400, -7_200, 7_200, 0, 18_000, 600, 32_400, 0];
const secondsBetweenJumps = 4;
const submissionsPerSecond = 8;
/** Every due mail must have arrived this long after the last jump, as the service promises. */
const boundSeconds = 60;
const timeoutSeconds = 240;

await runCheck(async () => {
  const { runs } = parseArgs({ options: { runs: { type: "string", default: "1" } } }).values;
  let isPassed = true;
  for (let run = 1; run <= Number(runs); run++) {
    const { submissions, missing, lastSeconds, doneSeconds, repeats, left } = await moveClock(new MailStage());
    await endAll();
    const last = missing ? `${missing} missing after ${timeoutSeconds} s` : `${lastSeconds.toFixed(1)} s`;
    console.log(
      `run ${run}: ${jumpsSeconds.length} jumps, ${submissions} submissions, ${2 * submissions} mails; after the last jump, ` +
        `the last mail arrived: ${last}; nothing was due any more: ${left.length ? "never" : `${doneSeconds.toFixed(1)} s`}; ` +
        `sent twice ${repeats}`,
    );
    for (const { state, count, seconds } of left) {
      console.log(`  left in the queue: ${count} ${state}, due in ${seconds} s at most`);
    }
    isPassed &&= !missing && !left.length && doneSeconds <= boundSeconds;
  }
  return isPassed;
});

async function moveClock(stage: MailStage) {
  const { env, folder } = stage;
  const dataDir = env.DATA_DIR ?? "";
  const clock = path.join(folder, "clock");
  const setClock = (seconds: number) => {
    fs.writeFileSync(`${clock}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
    fs.renameSync(`${clock}.new`, clock);
  };
  setClock(0);
  Object.assign(env, {
    LD_PRELOAD: findLibrary(),
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    // Do not fake the monotonic clock, because a change of the system clock does not affect it either.
    DONT_FAKE_MONOTONIC: "1",
  });
  const server = await MailServer.create(folder);
  // Delay each mail like a real server would, so that some are in transit at each jump.
  await server.start({ delayMilliseconds: 400 });
  await atEnd(() => server.kill());
  const app = await stage.startApp();
  await stage.startWorker(server.url);
  const doomed = await stage.startWorker(server.url);

  const load = submitUntilStopped(app.url);
  for (const [at, seconds] of jumpsSeconds.entries()) {
    await sleep(secondsBetweenJumps * 1_000);
    setClock(seconds);
    if (at === jumpsSeconds.length - 2) await killWhileSending(doomed, dataDir);
  }
  const jumpedAt = performance.now();
  await sleep(secondsBetweenJumps * 1_000);
  const submissions = await load.stop();
  const secondsSinceJump = () => (performance.now() - jumpedAt) / 1_000;
  let mails = 0;
  let lastSeconds = 0;
  let left = await countUnsent(dataDir);
  while ((mails < 2 * submissions || left.length) && secondsSinceJump() < timeoutSeconds) {
    await sleep(100);
    left = await countUnsent(dataDir);
    const arrived = new Set(server.deliveries().map(({ messageId }) => messageId)).size;
    if (arrived > mails) [mails, lastSeconds] = [arrived, secondsSinceJump()];
  }
  const repeats = server.deliveries().length - mails;
  return { submissions, missing: 2 * submissions - mails, lastSeconds, doneSeconds: secondsSinceJump(), repeats, left };
}

/** Counts the mails that are not sent yet by state, with the seconds until the last of them is due. */
function countUnsent(dataDir: string): Promise<{ state: string; count: number; seconds: number }[]> {
  return queryAt(
    readDatabaseUrl(dataDir),
    "SELECT state, count(*)::int, max(extract(epoch FROM next_at - now()))::int AS seconds FROM mails GROUP BY 1",
  );
}

/** Sends inquiries of different people, one after another, until `stop` is called, which returns their number. */
function submitUntilStopped(url: string): { stop: () => Promise<number> } {
  let isEnding = false;
  const submit = async () => {
    let stored = 0;
    while (!isEnding) {
      const { status } = await createClient(url).post("/api/leads/contact", inquiry({ email: randomEmail() }));
      if (status === 201) stored++;
      await sleep(1_000 / submissionsPerSecond);
    }
    return stored;
  };
  const submitting = submit();
  return {
    stop: () => {
      isEnding = true;
      return submitting;
    },
  };
}

/** Kills a worker while it sends a mail, so that the mail stays leased. */
async function killWhileSending(worker: Running, dataDir: string): Promise<void> {
  const url = readDatabaseUrl(dataDir);
  for (let attempt = 0; attempt < 200; attempt++) {
    const [row] = await queryAt<{ isBusy: boolean }>(
      url,
      `SELECT EXISTS (SELECT FROM mails WHERE state = 'sending') AS "isBusy"`,
    );
    if (row?.isBusy) break;
  }
  await worker.stop("SIGKILL");
}

function findLibrary(): string {
  try {
    const files = execFileSync("dpkg", ["-L", "libfaketime"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const library = files.split("\n").find((file) => file.endsWith("/libfaketime.so.1"));
    if (library) return library;
  } catch {
    // The error below reports that the package is missing.
  }
  throw new Error("This check needs Debian's package faketime: apt-get install faketime");
}
