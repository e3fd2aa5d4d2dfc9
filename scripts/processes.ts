import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** Finds a loopback port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Returns whether one of our own scripts runs with this process id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Another program may reuse the id, so only our own scripts count.
  const commandFile = `/proc/${pid}/cmdline`;
  return !fs.existsSync(commandFile) || fs.readFileSync(commandFile, "utf8").includes(`scripts${path.sep}`);
}
