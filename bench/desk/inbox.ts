// The verb that answers the inbox, with the count beside it.
import { parseInboxQuery } from "../../lib/domain/desk/inbox-query.ts";
import type { Operator } from "../../lib/domain/desk/operator.ts";
import { disconnect } from "../../lib/server/db.ts";
import { listSubmissions } from "../../lib/server/submissions/list-submissions.ts";
import { randomFrom } from "../scale/random.ts";
import { cases, warmUps } from "./cases.ts";
import { reportTimes } from "./report.ts";

/** Returns whether every case was answered. */
export async function askInbox(url: string, leadCount: number, passes: number): Promise<boolean> {
  process.env.DATABASE_URL = url;
  console.log("Asking for pages of the inbox, without a server …");
  const times = await ask(leadCount, passes);
  await disconnect();
  reportTimes(`the inbox of ${leadCount} leads, its verb (the page and its count)`, times);
  return Object.values(times).every((all) => all.length === passes);
}

async function ask(leadCount: number, passes: number): Promise<Record<string, number[]>> {
  const operator = { id: "busy", name: "busy", email: "busy@example.com", role: "member" } as Operator;
  const times: Record<string, number[]> = {};
  for (const [name, makeParams] of Object.entries(cases)) {
    const draw = randomFrom(11);
    const all: number[] = [];
    for (let pass = -warmUps; pass < passes; pass++) {
      const query = parseInboxQuery(makeParams(draw, leadCount));
      const startedAt = performance.now();
      const isAnswered = await listSubmissions(query, { operator, now: new Date() }).then(
        () => true,
        (error: unknown) => {
          console.error(`${name}: ${error instanceof Error ? error.message : error}`);
          return false;
        },
      );
      if (pass >= 0 && isAnswered) all.push(performance.now() - startedAt);
    }
    times[name] = all;
  }
  return times;
}
