// `npm test`: everything; with unit, db or e2e, that part alone.
import { buildStep, dbStep, e2eStep, runSteps, staticSteps, type TestStep, unitAndDbStep, unitStep } from "./steps.ts";

// The types that a build writes are checked as well: it must not write them at that moment.
const everything = [staticSteps, [unitAndDbStep, buildStep], [e2eStep]];
const parts: Record<string, TestStep[][]> = { unit: [[unitStep]], db: [[dbStep]], e2e: [[buildStep], [e2eStep]] };
await runSteps(parts[process.argv[2] ?? ""] ?? everything);
