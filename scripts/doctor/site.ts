import { requestExamples } from "../../lib/contract/examples.ts";
import { operations } from "../../lib/contract/operations.ts";
import { env, siteUrl } from "../../lib/server/env.ts";
import { type Finding, judgeClock } from "./environment.ts";

const subject = "site";
const timeoutMilliseconds = 10_000;

export async function checkSite(): Promise<Finding[]> {
  const address = siteUrl();
  try {
    const ready = await fetch(`${address}/api/readyz`, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    const date = Date.parse(ready.headers.get("date") ?? "");
    const findings: Finding[] = [
      ready.ok
        ? { level: "ok", subject, text: `${address} is ready` }
        : {
            level: "wrong",
            subject,
            text: `${address}/api/readyz answers ${ready.status}`,
            advice: "Look at its log, and where your proxy leads.",
          },
    ];
    if (!Number.isNaN(date)) findings.push(judgeClock(subject, (date - Date.now()) / 1000));
    return [...findings, ...(ready.ok ? [await checkHops(address)] : [])];
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    const text = `${address} cannot be reached from here${cause?.code ? `: ${cause.code}` : ""}`;
    return [{ level: "wrong", subject, text, advice: "Start the app; check DNS, the proxy and its certificate." }];
  }
}

/** Sends two practice inquiries with different forged addresses, which the site must count as one client's. */
async function checkHops(address: string): Promise<Finding> {
  const hops = env().TRUSTED_PROXY_HOPS;
  const remaining = [await countRemaining(address, "198.51.100"), await countRemaining(address, "203.0.113")];
  const [first, second] = remaining;
  if (first === undefined || second === undefined) {
    return { level: "note", subject: "hops", text: "the limits could not be compared", advice: "Try again later." };
  }
  if (second < first || first === 0) {
    return {
      level: "ok",
      subject: "hops",
      text: `with TRUSTED_PROXY_HOPS=${hops}, callers cannot choose their address`,
    };
  }
  const text = `with TRUSTED_PROXY_HOPS=${hops}, callers can choose their address and pass every limit`;
  const advice = "Set it to the number of your own proxies that append to X-Forwarded-For, no higher.";
  return { level: "wrong", subject: "hops", text, advice };
}

/** Sends a practice inquiry. @returns how many more the client may send; undefined if the site does not say */
async function countRemaining(address: string, network: string): Promise<number | undefined> {
  const forged = Array.from({ length: 10 }, () => `${network}.${1 + Math.floor(Math.random() * 254)}`);
  const response = await fetch(`${address}/api${operations.practiceContact.path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": forged.join(", ") },
    body: JSON.stringify(requestExamples.submitContact.web.value),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  await response.arrayBuffer();
  const left = /;r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1];
  return left === undefined ? undefined : Number(left);
}
