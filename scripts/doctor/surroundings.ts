import fs from "node:fs";
import path from "node:path";
import { env } from "../../lib/server/env.ts";
import { describeTransport, openTransport } from "../../lib/server/mail/transport.ts";
import type { Finding } from "./finding.ts";

/** Greets the mail server, STARTTLS and signing in included. */
export async function checkSmtp(): Promise<Finding[]> {
  const server = describeTransport();
  if (server.kind === "files") return [];
  const transport = openTransport();
  try {
    await transport.verify();
    return [{ level: "ok", subject: "mail server", text: `${server.host} takes mails` }];
  } catch (error) {
    // Its message may quote the server, and that the user.
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const text = `${server.host} fails: ${[code, responseCode].filter(Boolean).join(" ")}`;
    const known: Record<string, string> = {
      EAUTH: "Correct the user and the password in SMTP_URL.",
      ETLS: "The server must offer STARTTLS with a certificate that Node trusts; NODE_EXTRA_CA_CERTS names your own CA.",
      EDNS: "Correct the host in SMTP_URL.",
    };
    const advice = known[code ?? ""] ?? "Check host and port in SMTP_URL, the firewall and the server.";
    return [{ level: "wrong", subject: "mail server", text, advice }];
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
