// `npm run verify`: format, lint, types, security floors and unit tests; needs no service.
import { runSteps, staticSteps, unitStep } from "./steps.ts";

await runSteps([staticSteps, [unitStep]]);
