// `npm test`: everything; with unit, db or e2e, that part alone.
import { buildIfNeeded } from "./build.ts";
import { dbStep, e2eStep, runSteps, staticSteps, unitAndDbStep, unitStep } from "./steps.ts";

const part = process.argv[2];
if (!part || part === "e2e") buildIfNeeded();

const parts: Record<string, (typeof staticSteps)[number]> = { unit: unitStep, db: dbStep, e2e: e2eStep };
const chosen = part ? parts[part] : undefined;
await runSteps(chosen ? [chosen] : [...staticSteps, unitAndDbStep, e2eStep]);
