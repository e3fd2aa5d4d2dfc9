// `npm run doctor`: checks the service's environment, and prints advice. Changes nothing and sends no mail.
import "./load-env-file.ts";
import { disconnect } from "../lib/server/db.ts";
import { parseEnv } from "../lib/server/env.ts";
import { setEnvFromRunningApp } from "./database.ts";
import { checkBookings } from "./doctor/bookings.ts";
import { checkDatabase } from "./doctor/database.ts";
import { checkDisk, checkMailbox, checkRedis, checkSettings, checkSite, checkSmtp } from "./doctor/environment.ts";
import type { Finding } from "./harmful-settings.ts";

const marks = { ok: "ok   ", note: "note ", wrong: "WRONG" };
let isWrong = false;

function printFindings(findings: Finding[]): void {
  for (const { level, subject, text, advice } of findings) {
    console.log(`${marks[level]} ${subject}: ${text}${advice ? `\n      → ${advice}` : ""}`);
    isWrong ||= level === "wrong";
  }
}

try {
  parseEnv(process.env);
  setEnvFromRunningApp();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  printFindings([{ level: "wrong", subject: "settings", text, advice: "Correct them; docs/run.md explains each." }]);
  process.exit(1);
}
const checks = [checkSettings, checkDatabase, checkRedis, checkSmtp, checkMailbox, checkBookings, checkDisk, checkSite];
for (const check of checks) printFindings(await check());
await disconnect();
process.exit(isWrong ? 1 : 0);
