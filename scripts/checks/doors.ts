// `npm run check:doors`: the same evaluations by every door of the built app, and repeats of one submission.
// `-- --bodies 10000 --seed 1`
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Stage } from "../../bench/stage.ts";
import { Comparison } from "../../e2e/support/doors.ts";
import { checkRepeats, repeatCount, repeatWithoutKey } from "../../e2e/support/repeats.ts";
import { randomEmail } from "../../e2e/support/test.ts";
import { runCheck } from "../run-check.ts";

const options = { bodies: { type: "string", default: "2000" }, seed: { type: "string" } } as const;
const { bodies, seed = String(randomInt(2 ** 31)) } = parseArgs({ options }).values;

await runCheck(
  async () => {
    const stage = await Stage.open();
    const databaseUrl = await stage.createDatabase("doors");
    const { url } = await stage.startApp("doors", databaseUrl, { LOG_LEVEL: "silent" });
    const house = { url, send: fetch };
    console.log(`seed ${seed}`);
    const comparison = new Comparison(house);
    await comparison.sendAll(Number(bodies), Number(seed), 8);
    console.log(`the same verdict or the same faults by every door: ${JSON.stringify(comparison.counts)}`);
    await stage.onDatabase(databaseUrl, async (client) => {
      console.log(`rows, the same by each door that stores: ${await comparison.checkRows(client)}`);
      for (const line of await checkRepeats(house, client)) console.log(line);
    });
    for (const kind of ["evaluation", "inquiry"] as const) {
      const ids = new Set(await repeatWithoutKey(house, kind, randomEmail()));
      console.log(`${kind}, ${repeatCount} times by HTTP without a key: ids ${ids.size}`);
      if (ids.size !== repeatCount) return false;
    }
    return true;
  },
  { minutes: 30 },
);
