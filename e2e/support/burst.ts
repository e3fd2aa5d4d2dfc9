import autocannon, { type LoadRequest, type Result } from "autocannon";
import { evaluation, inquiry, randomAddress } from "./test.ts";

/** Responses by status; "no answer" counts requests without one. */
export type Burst = { answers: Record<string, number> /** Milliseconds of every response, sorted. */; times: number[] };

const connections = 500;

/** Sends `count` submissions of different people over 500 connections, alternating evaluations and inquiries. */
export async function sendBurst(url: string, count: number): Promise<Burst> {
  const answers: Burst["answers"] = {};
  const times: number[] = [];
  let at = 0;
  const result = await new Promise<Result>((resolve, reject) => {
    const tracker = autocannon(
      {
        url,
        connections,
        amount: count,
        sampleInt: 100,
        timeout: 30,
        setupClient: (client) =>
          client.setRequests(Array.from({ length: count / connections }, () => submission(at++))),
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    );
    tracker.on("response", (_client, status, _bytes, milliseconds) => {
      answers[status] = (answers[status] ?? 0) + 1;
      times.push(milliseconds);
    });
  });
  if (result.errors) answers["no answer"] = result.errors;
  return { answers, times: times.sort((a, b) => a - b) };
}

function submission(at: number): LoadRequest {
  return {
    method: "POST",
    path: at % 2 ? "/api/leads/contact" : "/api/leads/evaluate",
    body: JSON.stringify(at % 2 ? inquiry() : evaluation()),
    headers: { "content-type": "application/json", "x-forwarded-for": randomAddress() },
  };
}
