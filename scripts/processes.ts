import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** Finds a port on loopback that is free at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** Returns whether a process with this id runs and is one of our own scripts. */
export function isOwnScriptRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Another program may have reused the id, so look for scripts/ in its command line.
  const commandFile = `/proc/${pid}/cmdline`;
  return !fs.existsSync(commandFile) || fs.readFileSync(commandFile, "utf8").includes(`scripts${path.sep}`);
}
