// `npm run bench`: compares the app with a bare node:http server or, with --against, with another checkout's app. With
// --desk, measures the operators' desk and the intake on 100,000 leads, or on --leads. --only selects loads by a part
// of their name; --rounds and --seconds lengthen each.
import { parseArgs } from "node:util";
import { runCheck } from "../run-check.ts";
import { compareWith } from "./against.ts";
import { compare } from "./compare.ts";
import { measureDesk } from "./desk/desk.ts";
import type { Length } from "./rounds.ts";
import { Stage } from "./stage.ts";
import { requireLinux } from "./usage.ts";

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
  const rounds = parseWholeNumber("--rounds", values.rounds ?? (values.desk ? "5" : "3"), 1, 50);
  const seconds = parseWholeNumber("--seconds", values.seconds ?? (values.desk ? "3" : "1"), 1, 60);
  const leads = parseWholeNumber("--leads", values.leads, 10_000, 1_000_000);
  requireLinux();
  const stage = await Stage.open();
  const isFlawless = await measureChosen(stage, { ...values, leads }, { rounds, seconds });
  if (!isFlawless) {
    console.error("\nFailed: some requests were not answered with 2xx. The servers' last errors:");
    for (const line of stage.loggedErrors()) console.error(`  ${line}`);
  }
  return isFlawless;
}

type Choice = { desk: boolean; leads: number; against: string; only: string };

function measureChosen(stage: Stage, choice: Choice, length: Length): Promise<boolean> {
  const { desk, leads, against, only } = choice;
  if (against) return compareWith(stage, against, only, length);
  if (desk) return measureDesk(stage, leads, length);
  return compare(stage, only, length);
}

function parseWholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, and was ${JSON.stringify(text)}.`);
}
