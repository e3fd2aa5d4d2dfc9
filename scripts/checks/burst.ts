// `npm run check:burst`: bursts of submissions on a durable Postgres, on an idle machine and beside two busy processes.
// `-- --of ../before`: of the built app of another checkout.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { Stage } from "../../bench/stage.ts";
import { sendBurst } from "../../e2e/support/burst.ts";
import { atEnd, runCheck } from "../run-check.ts";

const options = { of: { type: "string" }, bursts: { type: "string", default: "10" } } as const;
const { of, bursts } = parseArgs({ options }).values;
const count = 2_000;

await runCheck(async () => {
  const stage = await Stage.open();
  let isPassed = true;
  for (const busy of [0, 2]) {
    const loops = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", "for(;;);"]));
    const endLoops = () => loops.forEach((loop) => void loop.kill("SIGKILL"));
    await atEnd(endLoops);
    for (let at = 1; at <= Number(bursts); at++) isPassed = (await run(stage, `burst_${busy}_${at}`, busy)) && isPassed;
    endLoops();
  }
  return isPassed;
});

async function run(stage: Stage, name: string, busy: number): Promise<boolean> {
  const url = await stage.createDatabase(name);
  const app = await stage.startApp(name, url, { TRUSTED_PROXY_HOPS: "1", LOG_LEVEL: "silent" }, of);
  const { answers, times } = await sendBurst(app.url, count);
  const { 201: acknowledged = 0, ...others } = answers;
  const { rows } = await stage.onDatabase(url, (client) =>
    client.query("SELECT count(*)::int AS count FROM submissions"),
  );
  await app.stop();
  const p99 = Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN);
  const last = Math.round(times.at(-1) ?? Number.NaN);
  console.log(
    `${name}: ${busy} busy loops; 201: ${acknowledged}, others: ${JSON.stringify(others)}, stored: ${rows[0].count}, p99: ${p99} ms, last: ${last} ms`,
  );
  return acknowledged === count && rows[0].count === count;
}
