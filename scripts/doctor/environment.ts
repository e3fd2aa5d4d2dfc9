import fs from "node:fs";
import path from "node:path";
import { requestExamples } from "../../lib/contract/examples.ts";
import { operations } from "../../lib/contract/operations.ts";
import { getEditDistance } from "../../lib/domain/spelling.ts";
import { env, getSiteUrl } from "../../lib/server/env.ts";
import { EnvSchema } from "../../lib/server/env-schema.ts";
import { findRedisFault, openRedis, pingRedis } from "../../lib/server/limits/redis.ts";
import { findMailbox, openMailbox } from "../../lib/server/mail/inbound/read-mailbox.ts";
import { describeTransport, openTransport, toDeliveryFault } from "../../lib/server/mail/transport.ts";
import { type Finding, listHarmfulSettings } from "../harmful-settings.ts";

const timeoutMilliseconds = 10_000;
const clockSecondsMax = 5;

export function rateClock(subject: string, seconds: number): Finding {
  const text = `its clock and this machine's differ by ${Math.abs(seconds).toFixed(1)} s`;
  if (Math.abs(seconds) <= clockSecondsMax) return { level: "ok", subject, text };
  return { level: "wrong", subject, text, advice: "Let both machines follow the same time servers (NTP)." };
}

const smtpFaults: Record<string, [reason: string, advice?: string]> = {
  EAUTH: ["refuses our user or password", "Correct the user and the password in SMTP_URL."],
  ETLS: [
    "offers no encryption that we trust",
    "It must offer STARTTLS with a certificate that Node trusts; NODE_EXTRA_CA_CERTS (not in .env) names your CA.",
  ],
  EDNS: ["is a host that nobody knows", "Correct the host in SMTP_URL."],
  ENOTFOUND: ["is a host that nobody knows", "Correct the host in SMTP_URL."],
  ECONNREFUSED: ["refuses the connection: nothing listens there"],
  ECONNRESET: ["ends the connection at once"],
  ETIMEDOUT: ["does not answer in time"],
  EHOSTUNREACH: ["cannot be reached from here"],
  ENETUNREACH: ["cannot be reached from here"],
};

export async function checkSmtp(): Promise<Finding[]> {
  const server = describeTransport();
  if (server.kind === "files") return [];
  const transport = openTransport();
  try {
    await transport.verify();
    return [{ level: "ok", subject: "mail server", text: `${server.host} takes mails` }];
  } catch (error) {
    // Print a fixed reason, because the error message may quote the server, which may quote the user name.
    const { code, response } = toDeliveryFault(error);
    const [
      reason = "does not take our greeting",
      advice = "Check host and port in SMTP_URL, the firewall and the server.",
    ] = smtpFaults[code] ?? [];
    const codes = [code, response].filter(Boolean).join(" ");
    return [{ level: "wrong", subject: "mail server", text: `${server.host} ${reason} (${codes})`, advice }];
  } finally {
    transport.close();
  }
}

export async function checkMailbox(): Promise<Finding[]> {
  const mailbox = findMailbox();
  if (!mailbox) return [];
  const subject = "mailbox";
  const { host } = mailbox.url;
  try {
    const { client } = await openMailbox(mailbox);
    client.close();
    return [{ level: "ok", subject, text: `${host} opens the folder ${mailbox.folder}` }];
  } catch (error) {
    // Print no message, because it may quote the user name.
    const { serverResponseCode, code = "no code" } = error as { serverResponseCode?: string; code?: string };
    const text = `${host} cannot be read (${serverResponseCode ?? code})`;
    return [{ level: "wrong", subject, text, advice: "Check user, password, host, port and folder in IMAP_URL." }];
  }
}

export async function checkRedis(): Promise<Finding[]> {
  const redis = openRedis();
  if (!redis) return [];
  const subject = "Redis";
  try {
    await pingRedis(redis, timeoutMilliseconds);
    return [{ level: "ok", subject, text: "answers: all instances share the limits" }];
  } catch (error) {
    const text = `cannot be asked (${findRedisFault(error)}): each instance counts its own limits`;
    const advice = "Check REDIS_URL, or UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN, and the firewall.";
    return [{ level: "wrong", subject, text, advice }];
  } finally {
    redis.reset();
  }
}

const gibibyte = 2 ** 30;

export async function checkDisk(): Promise<Finding[]> {
  let folder = path.resolve(env().DATA_DIR);
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  const { bavail, bsize } = fs.statfsSync(folder);
  return [rateFreeDiskSpace(bavail * bsize)];
}

export function rateFreeDiskSpace(freeBytes: number): Finding {
  const text = `${(freeBytes / gibibyte).toFixed(1)} GiB free in DATA_DIR`;
  if (freeBytes >= gibibyte) return { level: "ok", subject: "disk", text };
  return { level: "wrong", subject: "disk", text, advice: "Free at least 1 GiB, or move DATA_DIR." };
}

const misspelledDistance = 2;
/** Shorter names are not compared, because they resemble variables of other programs: PATH is close to PORT. */
const misspelledLengthMin = 6;

function findMisspelledVariables(variables: NodeJS.ProcessEnv): Finding[] {
  const names = Object.keys(EnvSchema.shape);
  const open = names.filter((name) => !variables[name] && name.length >= misspelledLengthMin);
  return Object.keys(variables)
    .filter((name) => !names.includes(name))
    .flatMap((subject) => {
      const near = open.map((name) => ({ name, slips: getEditDistance(subject, name) }));
      const [meant] = near.toSorted((one, other) => one.slips - other.slips);
      if (!meant || meant.slips > misspelledDistance) return [];
      const advice = `Did you mean ${meant.name}?`;
      return { level: "note", subject, text: "is not one of our variables", advice } as const;
    });
}

export async function checkSettings(): Promise<Finding[]> {
  const findings = [...findMisspelledVariables(process.env), ...listHarmfulSettings(env())];
  return findings.length ? findings : [{ level: "ok", subject: "settings", text: "all set" }];
}

const subject = "site";

export async function checkSite(): Promise<Finding[]> {
  const address = getSiteUrl();
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
            advice: "Check its log, and which server your proxy forwards to.",
          },
    ];
    if (!Number.isNaN(date)) findings.push(rateClock(subject, (date - Date.now()) / 1000));
    return [...findings, ...(ready.ok ? [await checkProxyHops(address)] : [])];
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    const text = `${address} cannot be reached from here${cause?.code ? `: ${cause.code}` : ""}`;
    return [{ level: "wrong", subject, text, advice: "Start the app; check DNS, the proxy and its certificate." }];
  }
}

/** Sends two practice inquiries with different forged addresses, which the site must count as one client's. */
async function checkProxyHops(address: string): Promise<Finding> {
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
  const text = `with TRUSTED_PROXY_HOPS=${hops}, callers can choose their address and evade every limit`;
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
