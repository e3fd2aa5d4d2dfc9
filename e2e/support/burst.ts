import autocannon, { type LoadRequest, type Result } from "autocannon";
import { evaluation, inquiry, randomAddress } from "./test.ts";

export type Burst = {
  /** Number of responses by status; requests without a response count as "no answer". */
  answers: Record<string, number>;
  /** Milliseconds until each response, sorted. */
  times: number[];
};

const connections = 500;

/** Sends `count` submissions of different people over 500 connections, half of them evaluations, half inquiries. */
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
          client.setRequests(Array.from({ length: count / connections }, () => makeRequest(at++))),
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

function makeRequest(at: number): LoadRequest {
  return {
    method: "POST",
    path: at % 2 ? "/api/leads/contact" : "/api/leads/evaluate",
    body: JSON.stringify(at % 2 ? inquiry() : evaluation()),
    headers: { "content-type": "application/json", "x-forwarded-for": randomAddress() },
  };
}
