// The pages of the desk over HTTP, as a signed-in browser asks for them: the whole page, compressed.
import { Agent } from "node:http";
import type { App } from "../../scripts/processes.ts";
import { randomFrom } from "../scale/random.ts";
import { timedGet } from "../timed-get.ts";
import { type Case, cases, warmUps } from "./cases.ts";
import { reportTimes } from "./report.ts";

/** Asked for on a fresh server before the first case: every page is loaded and compiled once it is needed. */
const serverWarmUps = 30;

type Pages = Record<string, { path: string; makeParams: Case }>;

const pages: Pages = Object.fromEntries(
  Object.entries(cases).map(([name, makeParams]) => [name, { path: "/admin/inbox", makeParams }]),
);
pages["the overview"] = { path: "/admin/overview", makeParams: () => ({}) };

/** Returns whether every page was answered. */
export async function askPages({ url }: App, cookie: string, leadCount: number, passes: number): Promise<boolean> {
  console.log("Asking for pages over HTTP …");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { cookie, accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };
  const times: Record<string, number[]> = {};
  for (let at = 0; at < serverWarmUps; at++) await timedGet(agent, `${url}/admin/inbox`, headers);
  for (const [name, { path, makeParams }] of Object.entries(pages)) {
    const draw = randomFrom(11);
    const all: number[] = [];
    for (let pass = -warmUps; pass < passes; pass++) {
      const search = new URLSearchParams(makeParams(draw, leadCount));
      const { status, milliseconds } = await timedGet(agent, `${url}${path}?${search}`, headers);
      if (status !== 200) console.error(`${name}: ${status}`);
      else if (pass >= 0) all.push(milliseconds);
    }
    times[name] = all;
  }
  agent.destroy();
  reportTimes(`the desk of ${leadCount} leads, its pages over HTTP (one connection)`, times);
  return Object.values(times).every((all) => all.length === passes);
}
