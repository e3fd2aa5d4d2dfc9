// The inbox with a million leads: the verb that answers its page, with the count beside it.

import { parseInboxQuery } from "../../lib/domain/desk/inbox-query.ts";
import type { Operator } from "../../lib/domain/desk/operator.ts";
import { disconnect } from "../../lib/server/db.ts";
import { listSubmissions } from "../../lib/server/desk/list-submissions.ts";
import { printTable } from "../print-table.ts";
import { names } from "../scale/entries.ts";
import { randomFrom } from "../scale/random.ts";
import type { Stage } from "../stage.ts";
import { quantile } from "../statistics.ts";
import { fill, inquiryCount, leadCount } from "./fill.ts";

const p95Max = 100;
const warmUps = 3;

type Params = Record<string, string>;
type Draw = ReturnType<typeof randomFrom>;

/** What an operator asks for; what is drawn is another one each time. */
const cases: Record<string, (draw: Draw) => Params> = {
  "first page": () => ({}),
  "last page": () => ({ direction: "backward" }),
  "a page in the middle": ({ whole }) => ({ cursor: `lead-${Date.now() - whole(600) * 86_400_000}-1` }),
  "due first": () => ({ sort: "due" }),
  "status won (1 of 1000)": () => ({ status: "won" }),
  "status won, last page": () => ({ status: "won", direction: "backward" }),
  "status open": () => ({ status: "open" }),
  "status open, last page": () => ({ status: "open", direction: "backward" }),
  "agent ChatGPT": () => ({ agent: "ChatGPT" }),
  "a rare agent": ({ whole }) => ({ agent: `Assistant ${whole(500)}` }),
  "owner of 30 %": () => ({ owner: "busy" }),
  "owner of 1 of 1000": () => ({ owner: "idle" }),
  "owner of 1 of 1000, status open": () => ({ owner: "idle", status: "open" }),
  "no owner, status new": () => ({ owner: "none", status: "new" }),
  "language and route": ({ pick }) => ({ language: pick(["en", "es"]), route: pick(["qualified", "review"]) }),
  "language and route, last page": () => ({ language: "en", route: "qualified", direction: "backward" }),
  "language, route, channel, owner": () => ({
    language: "en",
    route: "qualified",
    channel: "ai_agent",
    owner: "third",
  }),
  "a month": ({ whole }) => ({ from: `2026-0${1 + whole(8)}-01`, to: `2026-0${1 + whole(8)}-28` }),
  "search, rare word": ({ whole }) => ({ q: `R${1 + whole(leadCount)}` }),
  "search, beginning of a rare word": ({ whole }) => ({ q: `r${1000 + whole(9000)}` }),
  "search, e-mail": ({ whole }) => ({ q: `person.${whole(400_000)}@firm${whole(50_000)}.example` }),
  "search, a name": ({ skewed }) => ({ q: names[skewed(names.length)] ?? "" }),
  "search, a name's beginning": ({ skewed }) => ({ q: (names[skewed(names.length)] ?? "").slice(0, 3) }),
  "search, two names": ({ whole }) => ({ q: `${names[whole(200)]} ${names[whole(200)]}` }),
  "search, word of 0.3 %": () => ({ q: "scratchcard" }),
  "search, word of 1.5 %": () => ({ q: "cashback" }),
  "search, word of 6 %": () => ({ q: "sweepstakes" }),
  "search, word of 17 %": () => ({ q: "loyalty" }),
  "search, word of all": () => ({ q: "promotion" }),
  "search, word of all, last page": () => ({ q: "promotion", direction: "backward" }),
  "search, words of 17 % and 6 %": () => ({ q: "loyalty sweepstakes" }),
  "search, word of all, status won": () => ({ q: "promotion", status: "won" }),
};

/** Returns whether every case was answered. */
export async function inboxAtScale(stage: Stage, passes: number): Promise<boolean> {
  const url = await stage.createDatabase("desk");
  console.log(`Storing ${leadCount} leads and ${inquiryCount} inquiries …`);
  await stage.onDatabase(url, fill);
  await stage.settle(url);
  process.env.DATABASE_URL = url;
  console.log("Asking …");
  const times = await ask(passes);
  await disconnect();
  report(times);
  return Object.values(times).every((all) => all.length === passes);
}

async function ask(passes: number): Promise<Record<string, number[]>> {
  const operator = { id: "busy", name: "busy", email: "busy@example.com", role: "member" } as Operator;
  const times: Record<string, number[]> = {};
  for (const [name, paramsOf] of Object.entries(cases)) {
    const draw = randomFrom(11);
    const all: number[] = [];
    for (let pass = -warmUps; pass < passes; pass++) {
      const query = parseInboxQuery(paramsOf(draw));
      const startedAt = performance.now();
      const isAnswered = await listSubmissions(operator, query, { now: new Date() }).then(
        () => true,
        (error: unknown) => {
          console.error(`${name}: ${error instanceof Error ? error.message : error}`);
          return false;
        },
      );
      if (pass >= 0 && isAnswered) all.push(performance.now() - startedAt);
    }
    times[name] = all.sort((a, b) => a - b);
  }
  return times;
}

function report(times: Record<string, number[]>): void {
  const rows = Object.entries(times).map(([name, sorted]) => {
    const p95 = quantile(sorted, 0.95);
    return {
      inbox: name,
      asked: sorted.length,
      "p50 ms": quantile(sorted, 0.5).toFixed(1),
      "p95 ms": p95.toFixed(1),
      [`target ${p95Max} ms`]: p95 <= p95Max ? "met" : "missed",
    };
  });
  printTable(`the inbox of ${leadCount} leads and ${inquiryCount} inquiries (the page and its count)`, rows);
}
