// What operators ask the inbox for.
import { names } from "../scale/entries.ts";
import type { Random } from "../scale/random.ts";

export const warmUps = 3;

/** The parameters of the inbox's address among so many leads. What is drawn is another one each time. */
export type Case = (draw: Random, leadCount: number) => Record<string, string>;

export const cases: Record<string, Case> = {
  "first page": () => ({}),
  "last page": () => ({ direction: "backward" }),
  "a page in the middle": ({ whole }) => ({ cursor: `lead-${Date.now() - whole(600) * 86_400_000}-1` }),
  "due first": () => ({ sort: "due" }),
  "status won (1 of 1000)": () => ({ status: "won" }),
  "status won, last page": () => ({ status: "won", direction: "backward" }),
  "status open": () => ({ status: "open" }),
  "status open, last page": () => ({ status: "open", direction: "backward" }),
  "agent ChatGPT": () => ({ agent: "ChatGPT" }),
  "agent ChatGPT, language and route": () => ({ agent: "ChatGPT", language: "en", route: "qualified" }),
  "agent ChatGPT, status open": () => ({ agent: "ChatGPT", status: "open" }),
  "a rare agent": ({ whole }) => ({ agent: `Assistant ${whole(500)}` }),
  "owner of 30 %": () => ({ owner: "busy" }),
  "owner of 30 %, status open": () => ({ owner: "busy", status: "open" }),
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
  "search, rare word": ({ whole }, leadCount) => ({ q: `R${1 + whole(leadCount)}` }),
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
  "search, word of 17 %, owner of 30 %": () => ({ q: "loyalty", owner: "busy" }),
  "search, word of 6 %, a month": () => ({ q: "sweepstakes", from: "2026-03-01", to: "2026-03-28" }),
  "search, word of all, status won": () => ({ q: "promotion", status: "won" }),
};
