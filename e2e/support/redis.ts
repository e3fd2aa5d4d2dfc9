import fs from "node:fs";
import path from "node:path";
import { createCertificate } from "../../lib/server/https-server.fixture.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { type LaunchedProcess, launchProgram } from "../../tools/processes.ts";

/** Path of an installed Redis or Valkey server, if any. Without one, the tests that need it are left out. */
export const redisServer = (process.env.PATH ?? "")
  .split(path.delimiter)
  .flatMap((folder) => ["redis-server", "valkey-server"].map((name) => path.join(folder, name)))
  .find((file) => fs.existsSync(file));

export type Running = { port: number; signal: (name: NodeJS.Signals) => void; stop: () => Promise<void> };

async function waitUntilRunning({ pid, ready, stop }: LaunchedProcess, port: number): Promise<Running> {
  await ready;
  return { port, signal: (name) => process.kill(pid, name), stop: () => stop("SIGKILL") };
}

/** Starts a Redis on loopback, without persistence. */
export async function startRedis(port?: number, security: string[] = []): Promise<Running> {
  const own = port ?? (await findFreePort());
  const listening = security.length ? [] : ["--port", String(own)];
  const args = ["--bind", "127.0.0.1", ...listening, "--save", "", "--appendonly", "no"];
  return waitUntilRunning(
    launchProgram(redisServer ?? "", [...args, ...security], "Ready to accept connections", {}),
    own,
  );
}

export const password = "pass:word/of the tests";

/** Starts a Redis that requires TLS and a password, with a certificate for localhost. Its files go into `folder`. */
export async function startSecureRedis(folder: string, port?: number): Promise<Running> {
  const own = port ?? (await findFreePort());
  const [certFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  if (!fs.existsSync(certFile)) {
    const { cert, key } = createCertificate("localhost");
    fs.writeFileSync(certFile, cert);
    fs.writeFileSync(keyFile, key);
  }
  const tls = ["--port", "0", "--tls-port", String(own), "--tls-cert-file", certFile, "--tls-key-file", keyFile];
  return startRedis(own, [
    ...tls,
    "--tls-ca-cert-file",
    certFile,
    "--tls-auth-clients",
    "no",
    "--requirepass",
    password,
  ]);
}

export function toSecureSettings(folder: string, port: number): Record<string, string> {
  return {
    REDIS_URL: `rediss://:${encodeURIComponent(password)}@localhost:${port}`,
    NODE_EXTRA_CA_CERTS: path.join(folder, "cert.pem"),
  };
}

export const token = "token-of-the-tests";

/**
 * Program that serves Upstash's REST protocol in front of Redis, on loopback only. The package's own command would
 * listen on all addresses.
 */
const bridge = `
  import { serve } from "@hono/node-server";
  import { createApp } from "@humanwhocodes/upstash-redis-server";
  const { URS_TOKEN: token, REDIS_URL: redisUrl, PORT: port } = process.env;
  const { fetch } = createApp({ token, redisUrl });
  serve({ fetch, port, hostname: "127.0.0.1" }, () => console.log("Listening"));
`;

export async function startUpstashBridge(redisPort: number): Promise<Running> {
  const port = await findFreePort();
  const redisUrl = `redis://127.0.0.1:${redisPort}`;
  const env = { URS_TOKEN: token, REDIS_URL: redisUrl, PORT: String(port) };
  const args = ["--input-type=module", "--eval", bridge];
  return waitUntilRunning(launchProgram(process.execPath, args, "Listening", env), port);
}
