// `npm run bench`: the app beside a bare node:http server and an empty Next app; with --scale, the app on much data;
// with --desk, the operators' desk on much data: a million leads, or --leads; with --against, the app beside another one.
// --only measures the works whose name contains it, --rounds and --seconds lengthen each.
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../scripts/build.ts";
import { runCheck } from "../scripts/run-check.ts";
import { compareWith } from "./against.ts";
import { compare } from "./compare.ts";
import { deskAtScale } from "./desk/desk.ts";
import type { Length } from "./rounds.ts";
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
      rounds: { type: "string" },
      seconds: { type: "string" },
      leads: { type: "string", default: "1000000" },
      against: { type: "string", default: "" },
      only: { type: "string", default: "" },
    },
  });
  const isOnMuchData = values.scale || values.desk;
  const rounds = wholeNumber("--rounds", values.rounds ?? (isOnMuchData ? "5" : "3"), 1, 50);
  const seconds = wholeNumber("--seconds", values.seconds ?? (isOnMuchData ? "3" : "1"), 1, 60);
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

type Choice = { scale: boolean; desk: boolean; leads: number; against: string; only: string };

function measureOn(stage: Stage, choice: Choice, length: Length): Promise<boolean> {
  const { scale, desk, leads, against, only } = choice;
  if (against) return compareWith(stage, against, only, length);
  if (desk) return deskAtScale(stage, leads, 20 * length.rounds);
  return scale ? atScale(stage, length) : compare(stage, only, length);
}

async function atScale(stage: Stage, length: Length): Promise<boolean> {
  buildIfNeeded();
  const isSearchFlawless = await searchAtScale(stage, length.rounds);
  return (await evaluateAtScale(stage, length)) && isSearchFlawless;
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, and was ${JSON.stringify(text)}.`);
}
