// An operator's actions on submissions: the desk's JSON over HTTP.
import { Agent, request } from "node:http";
import type { App } from "../../scripts/processes.ts";
import { timeCases } from "./time-cases.ts";

const bulkSize = 200;
const note = "Asked for the dates of the draws.";

type Answer = { status?: string; revision?: number; event?: string };
type Send = (path: string, body?: object) => Promise<Answer>;
type Submission = { path: string; id: number; status: string; revision: number; event?: string | undefined };

type Action = {
  /** Does not count. @returns the submission to act on */
  prepare?: (submission: Submission, send: Send) => Promise<Submission>;
  act: (submission: Submission, send: Send, turn: number) => Promise<Answer>;
};

async function read(submission: Submission, send: Send): Promise<Submission> {
  const { status = "", revision = 0 } = await send(submission.path);
  return { ...submission, status, revision };
}

async function changeStatus({ path, status, revision }: Submission, send: Send): Promise<Answer> {
  return send(`${path}/status`, { revision, status: status === "contacted" ? "booked" : "contacted" });
}

async function readChanged(submission: Submission, send: Send): Promise<Submission> {
  const { event } = await changeStatus(await read(submission, send), send);
  return { ...(await read(submission, send)), event };
}

const actions: Record<string, Action> = {
  "open it": { act: ({ path }, send) => send(path) },
  "mark it as seen": { act: ({ path }, send) => send(`${path}/seen`, {}) },
  "change its status": { prepare: read, act: changeStatus },
  "undo that": {
    prepare: readChanged,
    act: ({ id, event }, send) => send("/bulk/undo", { changes: [{ kind: "evaluation", id, event }] }),
  },
  "change its owner": {
    prepare: read,
    act: ({ path, revision }, send) => send(`${path}/owner`, { revision, owner: "idle" }),
  },
  "add a note": { act: ({ path }, send) => send(`${path}/notes`, { text: note }) },
  "snooze it": {
    prepare: readChanged,
    act: ({ path, revision }, send) =>
      send(`${path}/snooze`, { revision, until: new Date(Date.now() + 86_400_000).toISOString() }),
  },
  "begin a reply": { act: ({ path }, send) => send(`${path}/reply-desk`) },
  [`change the owner of ${bulkSize}`]: {
    act: (_submission, send, turn) => {
      const items = Array.from({ length: bulkSize }, (_, at) => {
        return { kind: "evaluation", id: 1 + turn * bulkSize + at, revision: 0 };
      });
      return send("/bulk/change", { items, change: { type: "owner", owner: "idle" } });
    },
  },
  "list the views with their counts": { act: (_submission, send) => send("/views") },
  "read the first page": { act: (_submission, send) => send("/inbox") },
};

/** Every turn takes a submission of its own. @returns true if everything was answered */
export async function askActions({ url }: App, cookie: string, leadCount: number, passes: number): Promise<boolean> {
  console.log("Acting on submissions over HTTP …");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = (path, body) => exchange(agent, `${url}/api/admin${path}`, cookie, body);
  let turn = 0;
  const ask = async (_params: object, name: string) => {
    const { prepare, act } = actions[name] as Action;
    const id = leadCount - ++turn * 7;
    const found = { path: `/inbox/evaluation/${id}`, id, status: "", revision: 0 };
    const submission = prepare ? await prepare(found, send) : found;
    const startedAt = performance.now();
    await act(submission, send, turn);
    return performance.now() - startedAt;
  };
  const cases = Object.fromEntries(Object.keys(actions).map((name) => [name, () => ({})]));
  const heading = `the desk of ${leadCount} leads, its actions over HTTP (one connection)`;
  const isFlawless = await timeCases({ heading, cases, leadCount, passes, ask });
  agent.destroy();
  return isFlawless;
}

/** @throws Error unless the answer is a 2xx */
function exchange(agent: Agent, url: string, cookie: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(body && { "content-type": "application/json" }) };
    const sent = request(url, { agent, method: body ? "POST" : "GET", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0 } = response;
        if (statusCode < 200 || statusCode > 299) reject(new Error(`${statusCode}: ${text}`));
        else resolve(text ? JSON.parse(text) : {});
      });
    });
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}
