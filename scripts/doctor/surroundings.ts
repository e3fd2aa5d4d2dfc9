import fs from "node:fs";
import path from "node:path";
import { env } from "../../lib/server/env.ts";
import { toDeliveryFault } from "../../lib/server/mail/delivery-fault.ts";
import { describeTransport, openTransport } from "../../lib/server/mail/transport.ts";
import type { Finding } from "./finding.ts";

/** Reason and advice by error code. */
const smtpFaults: Record<string, [reason: string, advice?: string]> = {
  EAUTH: ["refuses our user or password", "Correct the user and the password in SMTP_URL."],
  ETLS: [
    "offers no encryption that we trust",
    "The server must offer STARTTLS with a certificate that Node trusts; NODE_EXTRA_CA_CERTS names your own CA.",
  ],
  EDNS: ["is a host that nobody knows", "Correct the host in SMTP_URL."],
  ENOTFOUND: ["is a host that nobody knows", "Correct the host in SMTP_URL."],
  ECONNREFUSED: ["refuses the connection: nothing listens there"],
  ECONNRESET: ["ends the connection at once"],
  ETIMEDOUT: ["does not answer in time"],
  EHOSTUNREACH: ["cannot be reached from here"],
  ENETUNREACH: ["cannot be reached from here"],
};

/** Connects to the mail server, including STARTTLS and authentication. */
export async function checkSmtp(): Promise<Finding[]> {
  const server = describeTransport();
  if (server.kind === "files") return [];
  const transport = openTransport();
  try {
    await transport.verify();
    return [{ level: "ok", subject: "mail server", text: `${server.host} takes mails` }];
  } catch (error) {
    // Print a fixed reason: the message may quote the server, which may quote the user.
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

const gibibyte = 2 ** 30;

export async function checkDisk(): Promise<Finding[]> {
  let folder = path.resolve(env().DATA_DIR);
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  const { bavail, bsize } = fs.statfsSync(folder);
  return [judgeDisk(bavail * bsize)];
}

export function judgeDisk(freeBytes: number): Finding {
  const text = `${(freeBytes / gibibyte).toFixed(1)} GiB free in DATA_DIR`;
  if (freeBytes >= gibibyte) return { level: "ok", subject: "disk", text };
  return { level: "wrong", subject: "disk", text, advice: "Free at least 1 GiB, or move DATA_DIR." };
}
