// Sends one request over a kept-alive connection and measures the time until the response is complete.
import { type Agent, request } from "node:http";

export type TimedAnswer = {
  status: number;
  /** Header names and values, alternating. */
  rawHeaders: string[];
  body: Buffer;
  milliseconds: number;
};

export function measureGet(agent: Agent, url: string, headers: Record<string, string> = {}): Promise<TimedAnswer> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const milliseconds = performance.now() - startedAt;
        const { statusCode = 0, rawHeaders } = response;
        resolve({ status: statusCode, rawHeaders, body: Buffer.concat(chunks), milliseconds });
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}
