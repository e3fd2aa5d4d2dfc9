// Measures the desk without HTTP, by the function that reads the inbox, and with HTTP, by whole compressed pages.
import { Agent } from "node:http";
import type { Operator } from "../../../lib/domain/access/operator.ts";
import { parseInboxQuery } from "../../../lib/domain/submissions/inbox/inbox-query.ts";
import { disconnect } from "../../../lib/server/db.ts";
import { listSubmissions } from "../../../lib/server/submissions/inbox/list-submissions.ts";
import type { App } from "../../processes.ts";
import { timedGet } from "../timed-get.ts";
import { type Case, cases } from "./cases.ts";
import { timeCases } from "./time-cases.ts";

/** Number of requests to a fresh server before the first case, because a page is loaded and compiled on first use. */
const serverWarmUps = 30;
const overviews: Record<string, Case> = {
  "the overview": () => ({}),
  "the overview, counted (12 weeks)": ({ whole }) => toDays(84, whole(400)),
  "the overview, counted (52 weeks)": ({ whole }) => toDays(364, whole(300)),
};

/** Returns a range of days that rarely repeats, because the overview caches its counts for a minute. */
function toDays(length: number, daysAgo: number): Record<string, string> {
  const toDay = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return { from: toDay(daysAgo + length), to: toDay(daysAgo + 1) };
}

/** Measures the function that reads a page of the inbox with its count. @returns true if every call succeeded */
export async function measureInbox(url: string, leadCount: number, passes: number): Promise<boolean> {
  process.env.DATABASE_URL = url;
  console.log("Asking for pages of the inbox, without a server …");
  const operator = { id: "busy", name: "busy", email: "busy@example.com", role: "member" } as Operator;
  const heading = `the inbox of ${leadCount} leads, its use case (the page and its count)`;
  const ask = async (params: Record<string, string>) => {
    const startedAt = performance.now();
    await listSubmissions(parseInboxQuery(params), { operator, now: new Date() });
    return performance.now() - startedAt;
  };
  const isFlawless = await timeCases({ heading, cases, leadCount, passes, ask });
  await disconnect();
  return isFlawless;
}

/** Measures whole pages of the desk over HTTP. @returns true if every request succeeded */
export async function measurePages({ url }: App, cookie: string, leadCount: number, passes: number): Promise<boolean> {
  console.log("Asking for pages over HTTP …");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { cookie, accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };
  const heading = `the desk of ${leadCount} leads, its pages over HTTP (one connection)`;
  const ask = async (params: Record<string, string>, name: string) => {
    const path = name in overviews ? "/admin/overview" : "/admin/inbox";
    const { status, milliseconds } = await timedGet(agent, `${url}${path}?${new URLSearchParams(params)}`, headers);
    if (status !== 200) throw new Error(String(status));
    return milliseconds;
  };
  for (let at = 0; at < serverWarmUps; at++) await timedGet(agent, `${url}/admin/inbox`, headers);
  await timedGet(agent, `${url}/admin/overview`, headers);
  const isFlawless = await timeCases({ heading, cases: { ...cases, ...overviews }, leadCount, passes, ask });
  agent.destroy();
  return isFlawless;
}
