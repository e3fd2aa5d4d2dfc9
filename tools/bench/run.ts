// `npm run bench`: compares the app with a bare node:http server; with --against, with another checkout's app; with
// --desk, measures the operators' desk and the intake on 100,000 leads, or on --leads. --only selects works by a part
// of their name; --rounds and --seconds lengthen each.
import { parseArgs } from "node:util";
import { runCheck } from "../run-check.ts";
import { compareWith } from "./against.ts";
import { compare } from "./compare.ts";
import { deskAtScale } from "./desk/desk.ts";
import type { Length } from "./rounds.ts";
import { Stage } from "./stage.ts";
import { refuseOtherSystems } from "./usage.ts";

await runCheck(run);

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      desk: { type: "boolean", default: false },
      rounds: { type: "string" },
      seconds: { type: "string" },
      leads: { type: "string", default: "100000" },
      against: { type: "string", default: "" },
      only: { type: "string", default: "" },
    },
  });
  const rounds = wholeNumber("--rounds", values.rounds ?? (values.desk ? "5" : "3"), 1, 50);
  const seconds = wholeNumber("--seconds", values.seconds ?? (values.desk ? "3" : "1"), 1, 60);
  const leads = wholeNumber("--leads", values.leads, 10_000, 1_000_000);
  refuseOtherSystems();
  const stage = await Stage.open();
  const isFlawless = await measureOn(stage, { ...values, leads }, { rounds, seconds });
  if (!isFlawless) {
    console.error("\nFailed: some requests were not answered with 2xx. The servers' last errors:");
    for (const line of stage.loggedErrors()) console.error(`  ${line}`);
  }
  return isFlawless;
}

type Choice = { desk: boolean; leads: number; against: string; only: string };

function measureOn(stage: Stage, choice: Choice, length: Length): Promise<boolean> {
  const { desk, leads, against, only } = choice;
  if (against) return compareWith(stage, against, only, length);
  if (desk) return deskAtScale(stage, leads, length);
  return compare(stage, only, length);
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, and was ${JSON.stringify(text)}.`);
}
