// `npm run bench`: the app beside an empty Next app and a bare node:http server; with --scale, the app on much data;
// with --desk, the operators' desk on much data: a million leads, or --leads; with --against, the app beside another one.
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../scripts/build.ts";
import { runCheck } from "../scripts/run-check.ts";
import { compareWith } from "./against.ts";
import { compare } from "./compare.ts";
import { deskAtScale } from "./desk/desk.ts";
import { evaluateAtScale } from "./scale/leads.ts";
import { searchAtScale } from "./scale/search.ts";
import { Stage } from "./stage.ts";
import { refuseOtherSystems } from "./usage.ts";

await runCheck(run);

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      scale: { type: "boolean", default: false },
      desk: { type: "boolean", default: false },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "3" },
      leads: { type: "string", default: "1000000" },
      against: { type: "string", default: "" },
      only: { type: "string", default: "" },
    },
  });
  const rounds = wholeNumber("--rounds", values.rounds, 1, 50);
  const seconds = wholeNumber("--seconds", values.seconds, 1, 60);
  const leads = wholeNumber("--leads", values.leads, 10_000, 1_000_000);
  refuseOtherSystems();
  const stage = await Stage.open();
  const isFlawless = await measureOn(stage, { ...values, leads }, rounds, seconds);
  if (!isFlawless) {
    console.error("\nFailed: some requests were not answered with 2xx. The servers' last errors:");
    for (const line of stage.loggedErrors()) console.error(`  ${line}`);
  }
  return isFlawless;
}

type Choice = { scale: boolean; desk: boolean; leads: number; against: string; only: string };

function measureOn(stage: Stage, choice: Choice, rounds: number, seconds: number): Promise<boolean> {
  const { scale, desk, leads, against, only } = choice;
  if (against) return compareWith(stage, against, { rounds, seconds, only });
  if (desk) return deskAtScale(stage, leads, 10 * rounds);
  return scale ? atScale(stage, rounds, seconds) : compare(stage, rounds, seconds);
}

async function atScale(stage: Stage, rounds: number, seconds: number): Promise<boolean> {
  buildIfNeeded();
  const isSearchFlawless = await searchAtScale(stage, rounds);
  // A difference of a tenth needs more rounds than one of a half.
  return (await evaluateAtScale(stage, 2 * rounds, seconds)) && isSearchFlawless;
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, and was ${JSON.stringify(text)}.`);
}
